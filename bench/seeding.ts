import { rmSync, statSync } from 'node:fs'
import type { Children } from './children.ts'
import { storePath } from './places.ts'
import { getJson } from './request.ts'
import { startSubject } from './subject.ts'
import { ourServer } from './subjects.ts'
import { memoryOf } from './usage.ts'

/** What building one store took, from starting the process to its first answer. */
export interface Seeding {
  profile: string
  seconds: number[]
  trades: number
  /** MB. */
  size: number
  /** What the process that built the store occupies when it begins to serve. MB. */
  memory: number | undefined
}

/** Builds a profile's store from nothing, as often as asked; the last one stays, for whatever comes next. */
export async function measureSeeding(children: Children, profile: string, times: number): Promise<Seeding> {
  const path = storePath(profile)
  const seconds: number[] = []
  let trades = 0
  let memory: number | undefined
  for (let n = 0; n < times; n++) {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
    const { child, origin, startedIn } = await startSubject(children, ourServer(profile), '/ready')
    seconds.push(startedIn / 1000)
    trades = (await getJson(`${origin}/version`)).rows.trade
    memory = memoryOf(child.pid)?.now
    await child.stop()
  }
  return { profile, seconds, trades, size: statSync(path).size / 1e6, memory }
}
