import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Child, Children, Launch } from './children.ts'
import type { PreparedLoad } from './load.ts'
import { get } from './request.ts'

export type SubjectId = 'floor' | 'ours' | 'plain' | 'prism' | 'mockoon' | 'json-server'

/** A server that is measured. */
export interface Subject {
  id: SubjectId
  title: string
  /** Of others: where it fails, the table says so and the run goes on. */
  peer: boolean
  headers: Record<string, string>
  launch(port: number): Launch
  /** What a load asks of it; nothing where it cannot answer that. */
  paths(prepared: PreparedLoad): readonly string[]
}

/** A subject in its process. */
export interface Running {
  subject: Subject
  child: Child
  origin: string
  /** Milliseconds from starting the process to its first 200. */
  startedIn: number
}

/** Starts it and waits until it answers `probe`. */
export async function startSubject(children: Children, subject: Subject, probe: string): Promise<Running> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = children.start(subject.launch(port))
  await firstAnswer(subject, child, origin + probe)
  return { subject, child, origin, startedIn: performance.now() - began }
}

const patience = 180_000
const betweenTries = 3

async function firstAnswer({ title, headers }: Subject, child: Child, url: string): Promise<void> {
  const deadline = performance.now() + patience
  while (performance.now() < deadline) {
    const answer = await get(url, { headers }).catch(() => undefined)
    if (answer?.status === 200) return
    if (answer && answer.status < 500) throw new Error(`${title} answered ${url} with ${answer.status}: ${answer.body}`)
    if (child.ended) throw new Error(`${title} ${child.complaint}`)
    await delay(betweenTries)
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
