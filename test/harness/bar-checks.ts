import { day, hour, minute } from '../../src/market/time.ts'
import { barsOf, type CountedBar, type Trade } from './fold.ts'
import { instrumentUrl, withQuery } from './operations.ts'
import type { Served } from './server.ts'
import { end, start } from './store.ts'
import type { Test } from './tap.ts'

interface Interval {
  interval: string
  width: number
  from: number
  until: number
}

/** Intervals read from stored bars, from trades, and from both. */
export const intervals: readonly Interval[] = [
  { interval: '1s', width: 1000, from: end - hour, until: end },
  { interval: '1m', width: minute, from: start + 3 * minute, until: start + 20 * hour },
  { interval: '7m', width: 7 * minute, from: start, until: end },
  { interval: '1h', width: hour, from: start, until: end },
  { interval: '90m', width: 90 * minute, from: start + 1, until: end - 1 },
  { interval: '1d', width: day, from: start, until: end },
]

interface Asked extends Interval {
  one: Parameters<typeof instrumentUrl>[0]
  version: string
  /** The instrument's trades of that version. */
  trades: Trade[]
}

/** Compares an instrument's bars with the fold of its trades, and the plain operations with the combined one. */
export async function checkBars(t: Test, server: Served, asked: Asked): Promise<void> {
  const { one, version, trades, interval, width, from, until } = asked
  const range = { start_time: new Date(from).toISOString(), end_time: new Date(until).toISOString() }
  const query = { interval, ...range, sort: 'asc', page_size: 100_000 }
  const ask = async (what: string) => (await server.json(withQuery(instrumentUrl(one, what, version), query))).data
  const bars: CountedBar[] = await ask('count_ohlcv_vwap')
  sameBars(t, bars, barsOf(trades, width, from, until), `${version} ${interval}`)
  t.strictSame(
    await ask('ohlcv'),
    bars.map(({ price: _, count: __, ...bar }) => bar),
    'OHLCV alone',
  )
  t.strictSame(
    await ask('vwap'),
    bars.map(({ timestamp, price }) => ({ timestamp, price })),
    'VWAP alone',
  )
}

function sameBars(t: Test, bars: CountedBar[], expected: CountedBar[], name: string): void {
  if (!t.strictSame(bars.length, expected.length, name)) return
  const wrong = bars.findIndex(
    (bar, n) => JSON.stringify(bar) !== JSON.stringify({ ...expected[n], price: vwapText(bar, expected[n]!) }),
  )
  t.strictSame(bars[wrong], expected[wrong], name)
}

/** The server's text of an average, if it parses to the right double. */
function vwapText(bar: CountedBar, expected: CountedBar): string | null {
  return bar.price !== null && Number(bar.price) === Number(expected.price) ? bar.price : expected.price
}
