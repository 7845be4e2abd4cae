import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { benchFolder, inResults, type Plan, projectFolder, storePath, writeResult } from './plan.ts'
import type { Child, Children, Launch } from './process.ts'
import { get } from './request.ts'

export type SubjectId = 'floor' | 'ours' | 'two' | 'prism' | 'mockoon' | 'json-server'

export interface MeasuredServer {
  id: SubjectId
  title: string
  /** Whether it is another project's server: its failures are reported and do not end the run. */
  peer: boolean
  /** Serving threads. A load always has requests for each of them. */
  threads: number
  /** Sends the stored page of a load at `/<load id>`; otherwise answers the load's own URLs. */
  stored: boolean
  headers: Record<string, string>
  launch(port: number): Launch
}

export interface Running {
  subject: MeasuredServer
  child: Child
  origin: string
  /** Milliseconds from process start to the first 200. */
  startedIn: number
}

export interface Bench {
  plan: Plan
  children: Children
  failures: Failures
}

export type Failed = Pick<MeasuredServer, 'id' | 'title'> & { reason: string }

/** Failures of peers. A failure of this server or of the floor ends the bench. */
export class Failures {
  readonly all: Failed[] = []

  note({ id, title, peer }: Pick<MeasuredServer, 'id' | 'title' | 'peer'>, error: unknown): void {
    if (!peer) throw error
    const reason = (error as Error).message.replace(title, '').replaceAll(/\s+/g, ' ').trim().slice(0, 200)
    if (!this.has(id)) this.all.push({ id, title, reason })
    process.stderr.write(`${title}: ${reason}\n`)
  }

  has(id: SubjectId): boolean {
    return this.all.some(failed => failed.id === id)
  }
}

export const apiKey = 'bench'

/** The frozen clock and end of every store, so that responses are the same in every run. ISO 8601. */
export const frozenAt = '2026-01-31T00:00:00Z'

const program = join(projectFolder, 'dist/main.js')

/** Options of a server and a sandbox: a frozen clock, and a key whose limit no load reaches. */
export function settingsOf(profile: string, data = storePath(profile)) {
  const keys = writeResult(inResults('keys.json'), JSON.stringify([{ key: apiKey, name: 'bench', limit: 1e12 }]))
  return { now: frozenAt, profile, data, keys }
}

/** A server started as by the package and the image. @param data its store, by default that of the bench @param now its clock */
export function ourServer(profile: string, id: 'ours' | 'two' = 'ours', data?: string, now = frozenAt): MeasuredServer {
  const settings = Object.entries({ ...settingsOf(profile, data), now }).map(([name, value]) => [
    `SANDBOX_${name.toUpperCase()}`,
    value,
  ])
  const threads = id === 'two' ? 2 : 1
  const workers = threads > 1 ? ['--workers', String(threads)] : []
  return {
    id,
    title: id === 'two' ? 'this server, two serving threads' : 'this server',
    peer: false,
    threads,
    stored: false,
    headers: { 'x-api-key': apiKey },
    launch: port => ({
      args: [...nodeFlags(), program, ...workers],
      env: { ...Object.fromEntries(settings), SANDBOX_PORT: String(port) },
    }),
  }
}

/** Builds the whole store of a profile. */
export function seedCommand(profile: string): Launch {
  const { args, env } = ourServer(profile).launch(0)
  return { args: [...args, 'seed'], env: env ?? {} }
}

/** The flags that `npm start` passes to Node. */
function nodeFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return scripts.start.split(' src/')[0].match(/--\S+/g) ?? []
}

export function hasWorkers(): boolean {
  return execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' }).includes('--workers')
}

export const pagesFolder = inResults('pages')

export function floorServer(): MeasuredServer {
  return {
    id: 'floor',
    title: 'the floor: Fastify sending a stored buffer',
    peer: false,
    threads: 1,
    stored: true,
    headers: {},
    launch: port => ({ args: [join(benchFolder, 'servers/floor.ts'), String(port), pagesFolder] }),
  }
}

/** Starts a subject and waits until it answers `path` with 200. */
export async function startSubject(children: Children, subject: MeasuredServer, path: string): Promise<Running> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = children.start(subject.launch(port))
  await firstAnswer(subject, child, origin + path)
  return { subject, child, origin, startedIn: performance.now() - began }
}

const patience = 180_000
/** Pause between two tries, as a share of the time so far: more tries would slow a server that builds its store. */
const pauseShare = 0.01
const shortestPause = 3

async function firstAnswer({ title, headers }: MeasuredServer, child: Child, url: string): Promise<void> {
  const began = performance.now()
  const deadline = began + patience
  while (performance.now() < deadline) {
    const answer = await get(url, { headers }).catch(() => undefined)
    if (answer?.status === 200) return
    if (answer && answer.status < 500) throw new Error(`${title} answered ${url} with ${answer.status}: ${answer.body}`)
    if (child.ended) throw new Error(`${title} ${child.exitReason}`)
    await delay(Math.max(shortestPause, pauseShare * (performance.now() - began)))
  }
  throw new Error(`${title} did not answer ${url} within ${patience / 1000} s`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
