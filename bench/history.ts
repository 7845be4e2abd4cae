import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type InstrumentPlace, type ListedInstrument, pathOf, tradesOf } from './loads.ts'
import { inResults, storePath } from './plan.ts'
import { randomFrom } from './random.ts'
import { getJson, getOk } from './request.ts'
import { type Bench, frozenAt, ourServer, type Running, startSubject } from './subjects.ts'

/** Milliseconds by round. */
export interface HistoryFigures {
  /** From the start of a process without a store to its first page of trades, and to the list of all instruments, by profile. */
  fresh: { profile: string; times: number[]; lists: number[] }[]
  /** 100 daily bars that end two years before the clock, of which nothing is held. */
  usualBars: number[]
  busiestBars: number[]
  /** A walk through five years of daily bars, of which nothing is held, and again. */
  years: number[]
  yearsAgain: number[]
  /** Pages of 100 trades at a random time since 2018, of which nothing is held. */
  trades: number[]
}

const day = 86_400_000
const since = Date.UTC(2018, 0, 1)
const clock = Date.parse(frozenAt)
const [twoYears, fiveYears] = [730 * day, 1826 * day]
const pair = { exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }
const tradesPerRound = 10

/** What is generated when it is asked for: while the store is built, and before the built one. */
export async function measureHistory(bench: Bench): Promise<HistoryFigures> {
  const { children, plan } = bench
  const fresh = [...new Set(['tiny', plan.profile])].map(profile => ({
    profile,
    times: [] as number[],
    lists: [] as number[],
  }))
  const past = { usualBars: [], busiestBars: [], years: [], yearsAgain: [], trades: [] }
  const figures: HistoryFigures = { fresh, ...past }
  const path = storePath(plan.profile)
  for (let round = 0; round < plan.starts; round++) {
    for (const { profile, times, lists } of fresh) {
      times.push(await firstAnswer(bench, profile, tradesUrl(pair)))
      lists.push(await firstAnswer(bench, profile, '/v1/instruments', 'live'))
    }
    for (const file of ['', '-wal', '-shm']) rmSync(path.replace(/sqlite$/, `history.sqlite${file}`), { force: true })
    const ours = await startSubject(children, ourServer(plan.profile), '/ready')
    await measurePast(ours, figures, randomFrom(round))
    await ours.child.stop()
  }
  return figures
}

async function firstAnswer({ children }: Bench, profile: string, url: string, now?: string): Promise<number> {
  const path = inResults('fresh', `${profile}.sqlite`)
  rmSync(dirname(path), { recursive: true, force: true })
  const { child, startedIn } = await startSubject(children, ourServer(profile, 'ours', path, now), url)
  await child.stop()
  return startedIn
}

async function measurePast({ origin, subject }: Running, figures: HistoryFigures, random: () => number) {
  const time = async (url: string) => (await getOk(url, subject)).lastByte
  const { data } = await getJson(`${origin}/v1/instruments?orderBy=trade_count&order=-1&trade_end_timestamp=ongoing`)
  const old = (data as ListedInstrument[]).filter(
    ({ trade_compressed_size: held, trade_start_timestamp: first }) => held > 0 && first !== null && first < since,
  )
  // The thread that generates starts with the first of these.
  await time(`${origin}${tradesUrl(pair)}&end_time=${text(since)}`)
  const bars = (one: InstrumentPlace, query: string) =>
    `${origin}/v2/data/trades.v1/${pathOf(one)}/aggregations/ohlcv?interval=1d&page_size=100${query}`
  const until = `&end_time=${text(clock - twoYears)}`
  figures.usualBars.push(await time(bars(old[Math.floor(old.length / 2)]!, until)))
  figures.busiestBars.push(await time(bars(old.find(one => one.code !== pair.code)!, until)))
  for (const times of [figures.years, figures.yearsAgain]) {
    const range = `&start_time=${text(clock - twoYears - fiveYears)}${until}`
    times.push(await timeWalk(bars(pair, range), subject.headers))
  }
  for (let n = 0; n < tradesPerRound; n++) {
    const one = old[Math.floor(random() * old.length)]!
    const end = since + random() * (clock - twoYears - since)
    figures.trades.push(await time(`${origin}${tradesUrl(one)}&end_time=${text(end)}`))
  }
}

async function timeWalk(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  for (let next: string | undefined = url; next !== undefined; ) next = (await getJson(next, { headers })).next_url
  return performance.now() - began
}

function tradesUrl(one: InstrumentPlace): string {
  return `${tradesOf(one)}?page_size=100`
}

function text(time: number): string {
  return new Date(time).toISOString()
}
