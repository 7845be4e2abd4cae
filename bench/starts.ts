import { join } from 'node:path'
import type { Children } from './children.ts'
import type { PreparedLoad } from './load.ts'
import { benchFolder } from './places.ts'
import { type Running, type Subject, startSubject } from './subject.ts'

/** Milliseconds that Node takes to import Fastify and better-sqlite3 and to exit. */
export async function measureImports(children: Children): Promise<number> {
  const began = performance.now()
  const child = children.start({ args: [join(benchFolder, 'servers/imports.js')] })
  await child.end()
  const took = performance.now() - began
  if (child.complaint.startsWith('ended (0)')) return took
  throw new Error(`importing Fastify and better-sqlite3 ${child.complaint}`)
}

/** Starts a subject and waits for the page of the first load. */
export function startForLoads(
  children: Children,
  subject: Subject,
  prepared: readonly PreparedLoad[],
): Promise<Running> {
  const probe = prepared.flatMap(load => subject.paths(load).slice(0, 1))[0]!
  return startSubject(children, subject, probe)
}
