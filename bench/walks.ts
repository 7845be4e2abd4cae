import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ListedInstrument, type MarketContents, type PreparedLoad, pathOf, readWorld, tradesOf } from './loads.ts'
import { inTurn } from './measure.ts'
import { benchFolder, type Plan } from './plan.ts'
import { busiestThreads, forgetPeak, memoryOf, threadTimes } from './process.ts'
import { getJson, getOk, steadyLatencies } from './request.ts'
import { percentile } from './statistics.ts'
import { apiKey, type Bench, frozenAt, ourServer, type Running, startSubject } from './subjects.ts'

/** Cost of one largest page of bars for its reader and for other clients. Milliseconds and MB. */
export interface Bars {
  records: number
  firstByte: number[]
  lastByte: number[]
  memoryAboveIdle: number | undefined
  /** File-backed part at the end. */
  filesAboveIdle: number | undefined
  /** 99th percentile of other clients' small pages: without large pages, and during them. */
  p99Without: number[]
  p99During: number[]
}

export async function measureBars(bench: Bench, world: MarketContents, smallPages: PreparedLoad): Promise<Bars> {
  const { plan, children } = bench
  const ours = await startSubject(children, ourServer(plan.profile), smallPages.nextUrl())
  const bars = `/v2/data/trades.v1/${pathOf(world.instruments[0]!)}/aggregations/count_ohlcv_vwap`
  const url = `${ours.origin}${bars}?interval=1m&page_size=100000`
  await delay(plan.settleSeconds * 1000)
  const alone = await downloadAlone(ours, url, plan.rounds)
  const figures = { ...alone, ...(await measureOthers(bench, ours, url, smallPages)) }
  await ours.child.stop()
  return figures
}

async function downloadAlone({ child, subject }: Running, url: string, rounds: number) {
  const idle = memoryOf(child.pid)
  forgetPeak(child.pid)
  const figures = { records: 0, firstByte: [] as number[], lastByte: [] as number[] }
  for (let n = 0; n < rounds; n++) {
    // A different end each time, so that no page repeats.
    const end = new Date(Date.parse(frozenAt) - 1000 * n).toISOString()
    const answer = await getOk(`${url}&end_time=${end}`, { headers: subject.headers })
    figures.firstByte.push(answer.firstByte)
    figures.lastByte.push(answer.lastByte)
    figures.records = JSON.parse(answer.body.toString()).data.length
  }
  const after = memoryOf(child.pid)
  const memoryAboveIdle = after && idle && after.peak - idle.now
  return { ...figures, memoryAboveIdle, filesAboveIdle: after && idle && after.files - idle.files }
}

async function measureOthers({ plan, children }: Bench, ours: Running, url: string, smallPages: PreparedLoad) {
  const small = () => ours.origin + smallPages.nextUrl()
  const p99 = async (seconds: number) => percentile(await steadyLatencies(small, ours.subject.headers, seconds), 0.99)
  const figures = { p99Without: [] as number[], p99During: [] as number[] }
  await p99(plan.warmUpSeconds)
  for (let round = 0; round < plan.rounds; round++) {
    figures.p99Without.push(await p99(plan.loadSeconds))
    const downloads = children.start({ args: [join(benchFolder, 'servers/downloads.ts'), url, frozenAt, apiKey] })
    await delay(plan.settleSeconds * 1000)
    figures.p99During.push(await p99(plan.loadSeconds))
    if (downloads.ended) throw new Error(`the downloads ${downloads.exitReason}`)
    await downloads.stop()
  }
  return figures
}

/** The server's CPU time per page of 100 trades, in milliseconds, by round. */
export interface DepthFigures {
  instrument: string
  trades: number
  smallTrades: number
  deepPage: number
  small: number[]
  first: number[]
  deep: number[]
}

/** First pages of one instrument in a small and a large store, and deep pages of a walk. */
export async function measureDepth({ plan, children }: Bench, profile: string): Promise<DepthFigures> {
  const large = await startSubject(children, ourServer(profile), '/ready')
  const small = await startSubject(children, ourServer('tiny'), '/ready')
  const [world, smallWorld] = await Promise.all([readWorld(large.origin), readWorld(small.origin)])
  const instrument = busiestOfBoth(world, smallWorld)
  const [firsts, smallFirsts] = [new FirstPages(large, instrument), new FirstPages(small, instrument)]
  const walk = new PageWalk(large, instrument)
  const { deepPage, pagesPerRound } = placesOf(instrument, plan)
  await walk.read(deepPage - 1)
  const figures = { small: [] as number[], first: [] as number[], deep: [] as number[] }
  const readers = [
    { times: figures.small, running: small, pages: smallFirsts },
    { times: figures.first, running: large, pages: firsts },
    { times: figures.deep, running: large, pages: walk },
  ]
  for (const { pages } of readers) await pages.read(pagesPerRound)
  for (let round = 0; round < plan.rounds; round++)
    for (const { times, running, pages } of inTurn(readers, round))
      times.push(await cpuTime(running, () => pages.read(pagesPerRound), pagesPerRound))
  await Promise.all([large.child.stop(), small.child.stop()])
  const sizes = { trades: world.trades, smallTrades: smallWorld.trades }
  return { instrument: pathOf(instrument).replace('exchanges/', ''), deepPage, ...sizes, ...figures }
}

function busiestOfBoth(world: MarketContents, other: MarketContents): ListedInstrument {
  const known = new Set(other.instruments.map(pathOf))
  return world.instruments.find(instrument => known.has(pathOf(instrument)))!
}

/** First deep page of each round, early enough to leave pages for every round. */
function placesOf({ trade_count }: ListedInstrument, { rounds, deepPage, walkPages }: Plan) {
  const pages = Math.floor(trade_count / 100)
  const pagesPerRound = Math.min(walkPages, Math.floor(pages / 2 / (rounds + 1)))
  return { pagesPerRound, deepPage: Math.min(deepPage, pages - (rounds + 1) * pagesPerRound) }
}

async function cpuTime({ child }: Running, work: () => Promise<void>, pages: number): Promise<number> {
  const before = threadTimes(child.pid)
  const began = performance.now()
  await work()
  const took = performance.now() - began
  return (busiestThreads(before, threadTimes(child.pid))?.running ?? took) / pages
}

/** Requests first pages of one instrument, each with another end time. */
class FirstPages {
  readonly #running: Running
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true })
  #count = 0

  constructor(running: Running, instrument: ListedInstrument) {
    this.#running = running
    this.#url = `${running.origin}${tradesOf(instrument)}?page_size=100&end_time=`
  }

  async read(pages: number): Promise<void> {
    const { headers } = this.#running.subject
    for (let n = 0; n < pages; n++) {
      const end = new Date(Date.parse(frozenAt) - ++this.#count).toISOString()
      await getJson(this.#url + end, { headers, agent: this.#agent })
    }
  }
}

/** A walk through trades, newest first. */
class PageWalk {
  readonly #running: Running
  readonly #agent = new Agent({ keepAlive: true })
  #url: string
  #page = 0

  constructor(running: Running, instrument: ListedInstrument) {
    this.#running = running
    this.#url = `${running.origin}${tradesOf(instrument)}?page_size=100`
  }

  async read(pages: number): Promise<void> {
    const { headers } = this.#running.subject
    for (let n = 0; n < pages; n++) {
      const { next_url } = await getJson(this.#url, { headers, agent: this.#agent })
      if (!next_url) throw new Error(`the walk ends at page ${this.#page}`)
      this.#url = next_url
      this.#page++
    }
  }
}
