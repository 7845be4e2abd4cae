import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PreparedLoad, readWorld } from './loads.ts'
import { startEach } from './measure.ts'
import { benchFolder, inResults, projectFolder, storePath } from './plan.ts'
import { type Children, memoryOf } from './process.ts'
import { median } from './statistics.ts'
import {
  type Bench,
  type MeasuredServer,
  ourServer,
  type SubjectId,
  seedCommand,
  settingsOf,
  startSubject,
} from './subjects.ts'

/** Times by round. */
export interface StartFigures {
  /** Node importing Fastify and better-sqlite3, then exiting. */
  imports: number[]
  servers: Partial<Record<SubjectId, number[]>>
  /** `createSandbox` with an existing store: the first call in a process, and the median of later calls. */
  firstSandbox: number[]
  laterSandbox: number[]
}

/** Time of the command `seed`. */
export interface Seeding {
  profile: string
  seconds: number[]
  trades: number
  size: number
  /** Memory of the process when it starts to serve. MB. */
  memory: number | undefined
}

export async function build(children: Children): Promise<void> {
  await children.start({ args: [join(projectFolder, 'build.ts')] }).finish('npm run build')
}

export async function measureStarts(bench: Bench, subjects: readonly MeasuredServer[], load: PreparedLoad) {
  const figures: StartFigures = { imports: [], servers: {}, firstSandbox: [], laterSandbox: [] }
  for (let round = 0; round < bench.plan.starts; round++) {
    figures.imports.push(await timeImports(bench.children))
    for await (const { subject, child, startedIn } of startEach(bench, subjects, load)) {
      figures.servers[subject.id] = [...(figures.servers[subject.id] ?? []), startedIn]
      await child.stop()
    }
    const [first, ...later] = await timeSandboxes(bench.children)
    figures.firstSandbox.push(first!)
    figures.laterSandbox.push(median(later))
  }
  return figures
}

async function timeImports(children: Children): Promise<number> {
  const began = performance.now()
  await children.start({ args: [join(benchFolder, 'servers/imports.js')] }).finish('importing the libraries')
  return performance.now() - began
}

async function timeSandboxes(children: Children): Promise<number[]> {
  const module = pathToFileURL(join(projectFolder, 'dist/index.js')).href
  const output = inResults('sandboxes.json')
  const args = [module, JSON.stringify(settingsOf('tiny')), output]
  await children.start({ args: [join(benchFolder, 'servers/sandboxes.js'), ...args] }).finish('createSandbox')
  return JSON.parse(readFileSync(output, 'utf8'))
}

/** Seeds a profile's store from scratch `times` times; later measurements use the last store. */
export async function measureSeeding(children: Children, profile: string, times: number): Promise<Seeding> {
  const path = storePath(profile)
  const seeding: Seeding = { profile, seconds: [], trades: 0, size: 0, memory: undefined }
  for (let n = 0; n < times; n++) {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
    const began = performance.now()
    await children.start(seedCommand(profile)).finish('seeding')
    seeding.seconds.push((performance.now() - began) / 1000)
    const { child, origin } = await startSubject(children, ourServer(profile), '/ready')
    seeding.trades = (await readWorld(origin)).trades
    seeding.memory = memoryOf(child.pid)?.now
    await child.stop()
  }
  return { ...seeding, size: statSync(path).size / 1e6 }
}
