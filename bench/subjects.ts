import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PreparedLoad } from './load.ts'
import { benchFolder, inResults, projectFolder, storePath, writeResult } from './places.ts'
import type { PlainRoute } from './servers/plain.ts'
import type { Subject } from './subject.ts'

export const apiKey = 'bench'

/** Where the clock stands still: answers, and so the pages that are compared, are the same in every run. */
const frozenAt = '2026-01-31T00:00:00Z'

/** This server as the package and the image run it, but for a frozen clock and a key whose limit no load reaches. */
export function ourServer(profile: string): Subject {
  const keys = writeResult(inResults('keys.json'), JSON.stringify([{ key: apiKey, name: 'bench', limit: 1e12 }]))
  const settings = { NOW: frozenAt, PROFILE: profile, DATA: storePath(profile), KEYS: keys }
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`SANDBOX_${name}`, value]))
  return {
    id: 'ours',
    title: 'this server',
    peer: false,
    headers: { 'x-api-key': apiKey },
    launch: port => ({ args: startArguments(), env: { ...env, SANDBOX_PORT: String(port) } }),
    paths: ({ paths }) => paths,
  }
}

/** What is built, with the flags that `npm start` gives the sources. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return [...scripts.start.match(/--\S+/g), join(projectFolder, 'dist/main.js')]
}

/** Nothing that answers such a page with Fastify can be faster. */
export function floorServer(prepared: readonly PreparedLoad[]): Subject {
  for (const { load, page } of prepared) writeResult(inResults('pages', `${load.id}.json`), page)
  return {
    id: 'floor',
    title: 'the floor: Fastify sending a stored buffer',
    peer: false,
    headers: {},
    launch: port => ({ args: [join(benchFolder, 'servers/floor.ts'), String(port), inResults('pages')] }),
    paths: ({ load }) => [`/${load.id}`],
  }
}

/** What most would write first. */
export function plainServer(prepared: readonly PreparedLoad[], profile: string): Subject {
  const able = prepared.filter(({ load }) => load.plainSql !== undefined)
  const routes = new Map(
    able.map(({ load, route }): [string, PlainRoute] => [route, { path: route, sql: load.plainSql! }]),
  )
  const file = writeResult(inResults('plain-routes.json'), JSON.stringify([...routes.values()]))
  return {
    id: 'plain',
    title: 'plain: rows as objects, JSON.stringify',
    peer: false,
    headers: {},
    launch: port => ({ args: [join(benchFolder, 'servers/plain.ts'), String(port), storePath(profile), file] }),
    paths: ({ load, paths }) => (load.plainSql === undefined ? [] : paths),
  }
}
