import { barFolder } from '../../routes/trades/bars.ts'
import { day, floorTo, formatTime, hour } from '../market/time.ts'
import { BarFold, type BarUnits, type Precision } from '../market/trades/bar.ts'
import type { Store } from '../store/store.ts'
import { identityOf } from '../store/store-plan.ts'
import { TradeReader } from '../store/trade-reader.ts'
import type { Check } from './check.ts'

interface TradedInstrument {
  id: number
  name: string
  precision: Precision
}

type BarsByTime = Map<number, BarUnits>

/** Each hour and each day, as the server reads it, is the exact fold of its trades, and none is missing. */
export const checkBars: Check = {
  name: 'every bar is the fold of its trades',
  *find(store) {
    // A store of another source may have no bars.
    if (!store.get('SELECT 1 FROM bar_block')) return
    const folder = barFolder(store)
    const trades = new TradeReader(store)
    const { start, end } = identityOf(store)
    for (const instrument of tradedInstruments(store))
      for (const version of [1, 2]) {
        const hours = foldTrades(trades, instrument, version)
        const bars = (width: number) => {
          const read: BarsByTime = new Map()
          const wanted = { instrument, version, interval: width, from: floorTo(start, width), until: end, horizon: end }
          folder.read(wanted, (time, fold) => read.set(time, fold.units))
          return read
        }
        yield* differences(`${instrument.name}, v${version}`, hour, bars(hour), hours)
        yield* differences(`${instrument.name}, v${version}`, day, bars(day), foldHours(hours, instrument.precision))
      }
  },
}

function tradedInstruments(store: Store): TradedInstrument[] {
  const rows = store.all(
    "SELECT id, exchange_code || ' ' || class || ' ' || code, price_decimals, amount_decimals FROM instrument ORDER BY id",
  ) as [number, string, number, number][]
  return rows.map(([id, name, price, amount]) => ({ id, name, precision: { price, amount } }))
}

function* differences(name: string, width: number, read: BarsByTime, computed: BarsByTime): Generator<string> {
  for (const time of new Set([...computed.keys(), ...read.keys()])) {
    const [bar, fold] = [read.get(time), computed.get(time)].map(units => units && textOf(units))
    if (bar === fold) continue
    const found = fold === undefined ? 'but there are no trades' : `computed ${fold}`
    yield `${name}, ${width / hour} h from ${formatTime(time)}: stored ${bar ?? 'no bar'}, ${found}`
  }
}

function foldTrades(reader: TradeReader, { id, precision }: TradedInstrument, version: number): BarsByTime {
  const bars: BarsByTime = new Map()
  const all = { instrument: id, version, from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER }
  const fold = new BarFold(precision)
  const keep = (time: number) => fold.count > 0 && bars.set(time, fold.units)
  let begin = Number.NaN
  reader.each(all, precision, (timestamp, price, amount) => {
    const time = floorTo(timestamp, hour)
    if (time !== begin) {
      keep(begin)
      fold.clear()
      begin = time
    }
    fold.add(price, amount)
  })
  keep(begin)
  return bars
}

function foldHours(hours: BarsByTime, precision: Precision): BarsByTime {
  const days = Map.groupBy(hours, ([time]) => floorTo(time, day))
  return new Map(
    [...days].map(([time, bars]) => {
      const fold = new BarFold(precision)
      for (const [, bar] of bars) fold.merge(bar)
      return [time, fold.units]
    }),
  )
}

/** In units of the instrument's precision. */
function textOf({ open, high, low, close, volume, notional, count }: BarUnits): string {
  return [open, high, low, close, volume, notional, count].join(' ')
}
