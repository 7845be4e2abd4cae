import type { Load, PreparedLoad } from './load.ts'
import { randomFrom } from './random.ts'
import { getOk } from './request.ts'
import type { Running } from './subject.ts'
import { operationOf, urlOf, type World } from './world.ts'

/** How many of a load's pages are looked at before it is believed. */
const sampleSize = 25

/** Makes a load's requests and fetches the page that subjects without a store will send. */
export async function prepareLoad(load: Load, world: World, ours: Running): Promise<PreparedLoad> {
  const operation = operationOf(load.operation)
  const calls = load.calls?.(operation, world, randomFrom(1)) ?? [operation.example]
  const paths = calls.map(call => urlOf(operation, call))
  return { load, route: operation.path, paths, page: await middlingPage(load, paths.slice(0, sampleSize), ours) }
}

async function middlingPage(load: Load, paths: readonly string[], { origin, subject }: Running): Promise<Buffer> {
  const pages: Buffer[] = []
  for (const path of paths) {
    const { body } = await getOk(origin + path, { headers: subject.headers })
    const { data } = JSON.parse(body.toString())
    if (data.length !== load.records) throw new Error(`${path} holds ${data.length} records, not ${load.records}`)
    pages.push(body)
  }
  return pages.sort((a, b) => a.length - b.length)[Math.floor(pages.length / 2)]!
}
