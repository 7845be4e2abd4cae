import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { PreparedLoad } from './loads.ts'
import { busiestThreads, forgetPeak, type Memory, memoryOf, type ThreadTime, threadTimes } from './process.ts'
import { percentile } from './statistics.ts'
import { type Bench, type MeasuredServer, type Running, type SubjectId, startSubject } from './subjects.ts'

/** Result of one server under one load in one round. Times in milliseconds. */
export interface Shot {
  perSecond: number
  /**
   * Requests per second with a core for each serving thread; all ratios use this figure. It derives from the mean CPU
   * time of these threads, which a busy load generator does not affect. Peers may also wait for timers, so their figure
   * excludes only the time without a free core.
   */
  rate: number
  p50: number
  p99: number
  /** MB (10⁶ bytes) per second, headers included. */
  megabytes: number
  /** Mean CPU time of the serving threads per request; undefined without /proc. */
  cpu: number | undefined
  /** Share of the time in which a serving thread was runnable without a core. */
  withoutCore: number
  /** Share of the time in which the load generator used a core. Close to 1, it limits `perSecond`. */
  generator: number
}

export interface LoadFigures {
  id: string
  shots: Partial<Record<SubjectId, Shot[]>>
}

export interface MemoryFigures {
  idle: Partial<Record<SubjectId, Memory | undefined>>
  loaded: Partial<Record<SubjectId, Memory | undefined>>
}

export function nextUrlOf({ stored }: MeasuredServer, { id, nextUrl }: PreparedLoad): () => string {
  return stored ? () => `/${id}` : nextUrl
}

export async function measureLoads(
  bench: Bench,
  subjects: readonly MeasuredServer[],
  prepared: readonly PreparedLoad[],
) {
  const all: Running[] = []
  for await (const running of startEach(bench, subjects, prepared[0]!)) all.push(running)
  await delay(bench.plan.settleSeconds * 1000)
  const idle = memories(all)
  for (const { child } of all) forgetPeak(child.pid)
  const loads: LoadFigures[] = []
  for (const load of prepared) loads.push(await measureLoad(bench, load, all))
  const memory: MemoryFigures = { idle, loaded: memories(all) }
  await Promise.all(all.map(({ child }) => child.stop()))
  return { loads, memory }
}

/** Skips subjects that fail. */
export async function* startEach(
  { children, failures }: Bench,
  subjects: readonly MeasuredServer[],
  load: PreparedLoad,
): AsyncGenerator<Running> {
  for (const subject of subjects.filter(({ id }) => !failures.has(id)))
    try {
      yield await startSubject(children, subject, nextUrlOf(subject, load)())
    } catch (error) {
      failures.note(subject, error)
    }
}

function memories(all: readonly Running[]): MemoryFigures['idle'] {
  return Object.fromEntries(all.map(({ subject, child }) => [subject.id, memoryOf(child.pid)]))
}

/** Applies a load to its subjects in turn. A round takes seconds, so all see the same machine conditions. */
async function measureLoad(bench: Bench, prepared: PreparedLoad, all: readonly Running[]): Promise<LoadFigures> {
  const { plan } = bench
  const able = all.filter(({ subject }) => prepared.subjects.includes(subject.id))
  const figures: LoadFigures = { id: prepared.id, shots: {} }
  if (able.length < 2) return figures
  for (const running of able) await warmUp(bench, running, prepared)
  for (let round = 0; round < plan.rounds; round++)
    for (const running of inTurn(able, round)) {
      const shot = await tryShot(bench, running, prepared, plan.loadSeconds)
      const { id } = running.subject
      if (shot) figures.shots[id] = [...(figures.shots[id] ?? []), shot]
    }
  return figures
}

const mostWarmUps = 6
/** A server whose CPU time per request falls by less is warm. */
const leastGain = 0.1

/** Loads a server until its code is compiled: until a turn takes about as much CPU time per request as the one before. */
async function warmUp(bench: Bench, running: Running, load: PreparedLoad): Promise<void> {
  let last = Number.POSITIVE_INFINITY
  for (let n = 0; n < mostWarmUps; n++) {
    const cpu = (await tryShot(bench, running, load, bench.plan.warmUpSeconds))?.cpu
    if (cpu === undefined || cpu > (1 - leastGain) * last) return
    last = cpu
  }
}

/** Every other round runs backwards, so that a drifting machine favours no server. */
export function inTurn<T>(items: readonly T[], round: number): readonly T[] {
  return round % 2 === 0 ? items : items.toReversed()
}

async function tryShot({ plan, failures }: Bench, running: Running, load: PreparedLoad, seconds: number) {
  if (failures.has(running.subject.id)) return undefined
  try {
    const length = plan.requests === undefined ? { duration: seconds } : { amount: plan.requests }
    const aim = { connections: load.connections ?? plan.connections, ...length }
    return await fire(running, nextUrlOf(running.subject, load), aim)
  } catch (error) {
    return failures.note(running.subject, error)
  }
}

/** Number of connections, and a duration in seconds or a number of requests. */
type Aim = { connections: number } & ({ duration: number } | { amount: number })

async function fire(running: Running, nextUrl: () => string, aim: Aim): Promise<Shot> {
  const { pid } = running.child
  const [before, generatorBefore] = [threadTimes(pid), process.threadCpuUsage()]
  const { latencies, bytes, took } = await shoot(running, nextUrl, aim)
  const { user, system } = process.threadCpuUsage(generatorBefore)
  const busiest = busiestThreads(before, threadTimes(pid), running.subject.threads)
  return {
    perSecond: (1000 * latencies.length) / took,
    rate: (1000 * latencies.length) / serverTime(running.subject, took, busiest),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    megabytes: bytes / 1e3 / took,
    cpu: busiest && busiest.running / latencies.length,
    withoutCore: (busiest?.waiting ?? 0) / took,
    generator: (user + system) / 1000 / took,
  }
}

/** Time on dedicated cores. */
function serverTime({ peer }: MeasuredServer, took: number, busiest: ThreadTime | undefined): number {
  if (!busiest) return took
  return peer ? Math.max(busiest.running, took - busiest.waiting) : busiest.running
}

interface Hits {
  latencies: number[]
  bytes: number
  took: number
}

/** Any status but 2xx is an error. autocannon's own histogram rounds latencies to milliseconds, mostly 0 here. */
function shoot({ origin, subject }: Running, nextUrl: () => string, aim: Aim) {
  const { promise, resolve, reject } = Promise.withResolvers<Hits>()
  const hits: Hits = { latencies: [], bytes: 0, took: 0 }
  const requests = [subject.stored ? { path: nextUrl() } : { setupRequest: withUrl(nextUrl) }]
  const options = { url: origin, ...aim, sampleInt: 100, timeout: 20, headers: subject.headers }
  const began = performance.now()
  const instance = autocannon({ ...options, requests }, (error, result) => {
    hits.took = performance.now() - began
    const wrong = error?.message ?? misses(result, hits)
    if (wrong) reject(new Error(`${subject.title} under load: ${wrong}`))
    else resolve(hits)
  })
  instance.on('response', (_client, _status, bytes, latency) => {
    hits.latencies.push(latency)
    hits.bytes += bytes
  })
  return promise
}

function withUrl(nextUrl: () => string) {
  return (request: autocannon.Request) => Object.assign(request, { path: nextUrl() })
}

function misses({ non2xx, errors, statusCodeStats }: autocannon.Result, { latencies }: Hits): string | undefined {
  if (non2xx > 0) return `${non2xx} of ${latencies.length} responses were not 2xx: ${JSON.stringify(statusCodeStats)}`
  if (errors > 0) return `${errors} requests failed or got no response`
  return latencies.length === 0 ? 'no response at all' : undefined
}
