import type { RangePart } from '../../src/market/range-parts.ts'
import { day, floorTo, hour, minute, type Period } from '../../src/market/time.ts'
import { BarFold } from '../../src/market/trades/bar.ts'
import { inBoth } from '../../src/market/trades/trade-columns.ts'
import { type GridPage, grid } from '../../src/operations/paging/grid.ts'
import { BarReader } from '../../src/store/bar-reader.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import { IntervalFold } from '../readers/interval-fold.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'

export type { BarFold }

const storedWidths = [day, hour]

/** Bars of one instrument and dataset version, for intervals that start in [from, until). */
interface FoldRange extends Period {
  instrument: Pick<StoredInstrument, 'id' | 'precision'>
  /** Bit of the dataset version. */
  version: number
  interval: number
  /** Trades from this time on are not visible yet. */
  horizon: number
  /** Whether an interval is read; by default all are. */
  isWanted?: ((timestamp: number) => boolean) | undefined
}

/**
 * Folds bars from the widest stored bars that fit: whole days, then whole hours, then trades, or minutes in place of trades that
 * would be generated. The result equals a fold of the trades, to the last digit.
 */
export function barFolder(store: Store) {
  const reader = new TradeReader(store)
  const bars = new BarReader(store)
  // A store of another source may contain trades only.
  const stored = store.generated || store.get('SELECT 1 FROM bar_block LIMIT 1') ? storedWidths : []

  /** Bars per read: a thousand, or a day if they are folded from trades. */
  function batch(interval: number): number {
    return areStored(interval) ? 1000 : Math.max(1, Math.min(1000, Math.floor(day / interval)))
  }

  /** Those of some intervals, near each other and in order, that may have bars, as far as that is cheap to see. */
  function busyAmong(
    { id, precision }: FoldRange['instrument'],
    starts: readonly number[],
    interval: number,
    until: number,
  ): readonly number[] {
    const range = { from: starts[0]!, until }
    if (interval % minute !== 0 || !bars.isByMinute(id, range)) return reader.busyAmong(id, starts, interval, until)
    const read = bars.read({ instrument: id, version: inBoth, width: minute, ...range }, precision)
    const busy = new Set(read.map(({ timestamp }) => floorTo(timestamp, interval)))
    return starts.filter(start => busy.has(start))
  }

  function areStored(interval: number): boolean {
    return stored.some(width => interval % width === 0)
  }

  /** Calls `each` with every interval that has trades, in order of time. The fold is reused, so copy what you keep. */
  function read(range: FoldRange, each: (timestamp: number, fold: BarFold) => void): void {
    const { instrument, interval, from } = range
    const until = Math.min(range.until, range.horizon)
    const fold = new BarFold(instrument.precision)
    const intervals = new IntervalFold(fold, interval, each, range.isWanted)
    const enter = (timestamp: number) => intervals.enter(timestamp)
    const widths = stored.filter(width => interval % width === 0)
    const isByMinute = widths.length === 0 && interval % minute === 0 && bars.isByMinute(instrument.id, { from, until })
    for (const part of bars.parts(from, until, isByMinute ? [minute] : widths)) readPart(range, part, fold, enter)
    intervals.end()
  }

  function readPart(range: FoldRange, part: RangePart, fold: BarFold, enter: (timestamp: number) => boolean): void {
    const { instrument, version } = range
    if (part.width === 0) {
      const trades = { instrument: instrument.id, version, from: part.from, until: part.until }
      reader.each(trades, instrument.precision, (timestamp, price, amount) => {
        if (enter(timestamp)) fold.add(price, amount)
      })
    } else
      for (const bar of bars.read({ instrument: instrument.id, version, ...part }, instrument.precision))
        if (enter(bar.timestamp)) fold.merge(bar)
  }

  return { batch, busyAmong, areStored, read }
}

/** The fields of a record after its timestamp; null is an interval without trades. */
type BarFields = (bar: BarFold | null) => Record<string, string | number | null>

/**
 * Intervals with an instrument's bars. Without explicit bounds, intervals before the first trade and after the end of
 * the instrument are omitted.
 */
export function barGrid(shape: BarFields): GridPage<StoredInstrument> {
  return grid<StoredInstrument>((store, write) => {
    const reader = barFolder(store)
    return {
      batch: interval => reader.batch(interval),
      empty: timestamp => write({ timestamp, ...shape(null) }),
      read: ({ entity, bindings, horizon }, intervals, each) => {
        const range = { instrument: entity, version: Number(bindings.version), horizon, ...intervals }
        reader.read(range, (timestamp, bar) => each(timestamp, write({ timestamp, ...shape(bar) })))
      },
      life: ({ entity: { start, end }, until, horizon }) => {
        if (start === null || start >= horizon) return { from: until, until: 0 }
        return { from: start, until: end === null ? until : end + 1 }
      },
    }
  })
}
