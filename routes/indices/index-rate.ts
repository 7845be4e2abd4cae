import { Type } from '@sinclair/typebox'
import { type Failure, shown, unknownCode } from '../../src/base/failure.ts'
import { suggestion } from '../../src/base/nearest.ts'
import { type FixingPlace, fixingTime } from '../../src/market/fixing-time.ts'
import { type IndexVenue, membersOf, quarterOf } from '../../src/market/index-composition.ts'
import { day, floorTo, minute } from '../../src/market/time.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'

/** A rate as operations see it. */
export interface IndexRate {
  /** Without the operator's prefix. */
  ticker: string
  asset: string
  fixing: FixingPlace | null
  /** It has no values before. */
  launched: number
  venues: readonly IndexVenue[]
  key: number
}

/** Length of a rate's window and of its partitions. Milliseconds. */
interface Windows {
  window: number
  partition: number
}

export function windowsOf({ fixing }: IndexRate): Windows {
  return fixing ? { window: 60 * minute, partition: 5 * minute } : { window: 5 * minute, partition: minute }
}

/** When the first window of a rate is over. @param earliest from which trades may be read */
export function firstTime(rate: IndexRate, earliest = Number.NEGATIVE_INFINITY): number {
  return Math.max(earliest, rate.launched) + windowsOf(rate).window
}

/** The members whose trades make the value at a time. */
export function membersAt({ venues, key }: IndexRate, time: number): string[] {
  return membersOf(venues, key, quarterOf(time - 1))
}

/** The last time at or before another at which the rate has a value. */
export function lastTime({ fixing }: IndexRate, time: number): number {
  if (fixing === null) return floorTo(time, minute)
  let date = floorTo(time, day) + day
  while (fixingTime(fixing, date) > time) date -= day
  return fixingTime(fixing, date)
}

export function nextTime({ fixing }: IndexRate, time: number): number {
  if (fixing === null) return floorTo(time, minute) + minute
  let date = floorTo(time, day) - day
  while (fixingTime(fixing, date) <= time) date += day
  return fixingTime(fixing, date)
}

/** Finds rates by ticker, with any prefix and trailing underscores. */
export function rateFinder(store: Store, label = 'ticker'): (ticker: string) => IndexRate {
  const find = store.prepare<[string, string, FixingPlace | null, number, string, number]>(
    'SELECT ticker, asset, fixing, launched, venues, key FROM index_rate WHERE ticker = :ticker',
  )
  return text => {
    const plain = text.toUpperCase().replace(/_+$/, '')
    // The prefix may hold underscores, too.
    const [, suffix = plain] = /(?:^|_)((?:BRR|RFR)_.+)$/.exec(plain) ?? []
    const row = find.get({ ticker: suffix })
    if (!row) throw unknownTicker(store, label, text, suffix)
    const [ticker, asset, fixing, launched, venues, key] = row
    return { ticker, asset, fixing, launched, venues: JSON.parse(venues), key }
  }
}

function unknownTicker(store: Store, label: string, text: string, ticker: string): Failure {
  const known = store.texts('SELECT ticker FROM index_rate')
  const list = '/v2/data/index_reference_data.v1/rates lists them'
  return unknownCode(`unknown ${label} ${shown(text)}${suggestion(ticker, known)}; ${list}`)
}

const Ticker = { ...Code, lowerCase: false, description: 'ticker of the rate; any prefix and letter case' }

const TickerInPath = Type.Object({ ticker: Ticker })

export const rateInPath: Subject<typeof TickerInPath, IndexRate> = {
  parameters: TickerInPath,
  prepare(store) {
    const find = rateFinder(store)
    return path => found(find(path.ticker))
  },
}

export const rateInQuery: Subject<typeof NoPath, IndexRate, { index_code: string }> = {
  parameters: NoPath,
  prepare(store) {
    const find = rateFinder(store, 'index_code')
    return (_path, query) => found(find(query.index_code))
  },
}

function found(entity: IndexRate) {
  return { entity, bindings: {}, begins: entity.launched }
}

export const IndexCode = Ticker
