import { BarFold, type BarUnits, type Precision } from '../market/bar.ts'
import type { StoredBar } from '../market/bar-block.ts'
import type { Units } from '../market/decimal.ts'
import { day, formatTime, hour } from '../market/time.ts'
import { BarReader } from '../store/bar-reader.ts'
import type { Store } from '../store/store.ts'
import { identityOf } from '../store/store-plan.ts'
import { TradeReader } from '../store/trade-reader.ts'
import type { Check } from './check.ts'

interface TradedInstrument {
  id: number
  name: string
  precision: Precision
}

/** Each stored hour is the exact fold of its trades, each day of its hours, and none is missing. */
export const checkBars: Check = {
  name: 'every bar is the fold of its trades',
  *find(store) {
    // A store of another source may have no bars.
    if (!store.get('SELECT 1 FROM bar_block')) return
    for (const instrument of tradedInstruments(store))
      for (const version of [1, 2]) {
        yield* differences(store, instrument, version, hour, hoursOfTrades(store, instrument, version))
        yield* differences(store, instrument, version, day, daysOfHours(store, instrument, version))
      }
  },
}

function tradedInstruments(store: Store): TradedInstrument[] {
  const rows = store.all(
    "SELECT id, exchange_code || ' ' || class || ' ' || code, price_decimals, amount_decimals FROM instrument ORDER BY id",
  ) as [number, string, number, number][]
  return rows.map(([id, name, price, amount]) => ({ id, name, precision: { price, amount } }))
}

type FoldedBars = Iterable<[timestamp: number, text: string]>

function* differences(
  store: Store,
  instrument: TradedInstrument,
  version: number,
  width: number,
  folds: FoldedBars,
): Generator<string> {
  const { start, end } = identityOf(store)
  const { name } = instrument
  const stored = new Map(storedBars(store, instrument, version, width).map(bar => [bar.timestamp, textOf(bar)]))
  const label = (time: number) => `${name}, v${version}, ${width / hour} h from ${formatTime(time)}`
  for (const [time, expected] of folds) {
    if (time < start || time + width > end) continue
    if (stored.get(time) !== expected)
      yield `${label(time)}: stored ${stored.get(time) ?? 'no bar'}, computed ${expected}`
    stored.delete(time)
  }
  for (const [time, text] of stored) yield `${label(time)}: stored ${text}, but there are no trades`
}

function* hoursOfTrades(store: Store, { id, precision }: TradedInstrument, version: number): FoldedBars {
  yield* fold(unitsOf(store, id, version, precision), hour, precision, (into, [, price, amount]) =>
    into.add(price, amount),
  )
}

function* unitsOf(
  store: Store,
  instrument: number,
  version: number,
  precision: Precision,
): Generator<[number, Units, Units]> {
  const all = { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER }
  for (const trades of new TradeReader(store).forward(instrument, all.from, all.until))
    for (let i = 0; i < trades.length; i++)
      if (trades.versions[i]! & version) yield [trades.times[i]!, ...trades.units(i, precision)]
}

function* daysOfHours(store: Store, instrument: TradedInstrument, version: number): FoldedBars {
  const hours = storedBars(store, instrument, version, hour)
  const rows = hours.map((bar): [number, StoredBar] => [bar.timestamp, bar])
  yield* fold(rows, day, instrument.precision, (into, [, bar]) => into.merge(bar))
}

/** Folds rows (time first) into one bar per interval. */
function* fold<R extends [number, ...unknown[]]>(
  rows: Iterable<R>,
  width: number,
  precision: Precision,
  add: (into: BarFold, row: R) => void,
): FoldedBars {
  const into = new BarFold(precision)
  let begin = Number.NaN
  for (const row of rows) {
    const time = Math.floor(row[0] / width) * width
    if (time !== begin && into.count > 0) yield [begin, textOf(into.units)]
    if (time !== begin) into.clear()
    begin = time
    add(into, row)
  }
  if (into.count > 0) yield [begin, textOf(into.units)]
}

function storedBars(store: Store, { id, precision }: TradedInstrument, version: number, width: number): StoredBar[] {
  const always = { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER }
  return new BarReader(store).read({ instrument: id, version, width, ...always }, precision)
}

/** In units of the instrument's precision. */
function textOf({ open, high, low, close, volume, notional, count }: BarUnits): string {
  return [open, high, low, close, volume, notional, count].join(' ')
}
