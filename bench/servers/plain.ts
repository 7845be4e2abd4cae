import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import fastify from 'fastify'

/** What the plain handler answers: operations' paths, and the SQL of their rows. */
export interface PlainRoute {
  path: string
  sql: string
}

type Wire = Record<string, string>

// The obvious way: rows as objects, JSON.stringify, no key, no checks, no token. node plain.ts <port> <store> <routes>
const [port, store, routes] = process.argv.slice(2) as [string, string, string]
const database = new Database(store, { readonly: true })
const app = fastify()
for (const { path, sql } of JSON.parse(readFileSync(routes, 'utf8')) as PlainRoute[]) {
  const statement = database.prepare(sql)
  app.get(path, (request, reply) => {
    const { end_time, page_size } = request.query as Wire
    const until = end_time === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(end_time)
    const rows = statement.all({ ...(request.params as Wire), until, count: Number(page_size ?? 100) })
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ result: 'success', data: rows }))
  })
}
await app.listen({ port: Number(port), host: '127.0.0.1' })
