import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import fastify from 'fastify'

// The upper bound for a Fastify server: one stored buffer per URL, and nothing else. node floor.ts <port> <folder of pages>
const [port, folder] = process.argv.slice(2) as [string, string]
const app = fastify()
for (const name of readdirSync(folder)) {
  const page = readFileSync(join(folder, name))
  app.get(`/${parse(name).name}`, (_request, reply) => reply.type('application/json; charset=utf-8').send(page))
}
await app.listen({ port: Number(port), host: '127.0.0.1' })
