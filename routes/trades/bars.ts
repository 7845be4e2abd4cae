import type { RangePart } from '../../src/market/range-parts.ts'
import { day, hour } from '../../src/market/time.ts'
import { BarFold } from '../../src/market/trades/bar.ts'
import { BarReader } from '../../src/store/bar-reader.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import { IntervalFold } from '../readers/interval-fold.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'

export type { BarFold }

const storedWidths = [day, hour]

/** Bars of one instrument and dataset version, for intervals that start in [from, until). */
interface FoldRange {
  instrument: Pick<StoredInstrument, 'id' | 'precision'>
  /** Bit of the dataset version. */
  version: number
  interval: number
  from: number
  until: number
  /** Trades from this time on are not visible yet. */
  horizon: number
  /** Whether an interval is read; by default all are. */
  isWanted?: ((timestamp: number) => boolean) | undefined
}

/**
 * Folds bars from the widest stored bars that fit: whole days, then whole hours, then trades. The result equals a fold
 * of the trades, to the last digit.
 */
export class BarFolder {
  readonly #trades: TradeReader
  readonly #bars: BarReader
  readonly #widths: readonly number[]

  constructor(store: Store) {
    this.#trades = new TradeReader(store)
    this.#bars = new BarReader(store)
    // A store of another source may contain trades only.
    this.#widths = store.generated || store.get('SELECT 1 FROM bar_block LIMIT 1') ? storedWidths : []
  }

  /** Bars per read: a thousand, or a day if they are folded from trades. */
  batch(interval: number): number {
    return this.areStored(interval) ? 1000 : Math.max(1, Math.min(1000, Math.floor(day / interval)))
  }

  /** Those of some intervals, near each other and in order, that may have bars, as far as that is cheap to see. */
  busyAmong({ id }: Pick<StoredInstrument, 'id'>, starts: readonly number[], interval: number, until: number) {
    return this.#trades.busyAmong(id, starts, interval, until)
  }

  areStored(interval: number): boolean {
    return this.#widths.some(width => interval % width === 0)
  }

  /** Calls `each` with every interval that has trades, in order of time. The fold is reused, so copy what you keep. */
  read(range: FoldRange, each: (timestamp: number, fold: BarFold) => void): void {
    const { instrument, interval } = range
    const fold = new BarFold(instrument.precision)
    const intervals = new IntervalFold(fold, interval, each, range.isWanted)
    const enter = (timestamp: number) => intervals.enter(timestamp)
    const widths = this.#widths.filter(width => interval % width === 0)
    for (const part of this.#bars.parts(range.from, Math.min(range.until, range.horizon), widths))
      this.#readPart(range, part, fold, enter)
    intervals.end()
  }

  #readPart(range: FoldRange, part: RangePart, fold: BarFold, enter: (timestamp: number) => boolean): void {
    const { instrument, version } = range
    if (part.width === 0) {
      const trades = { instrument: instrument.id, version, from: part.from, until: part.until }
      this.#trades.each(trades, instrument.precision, (timestamp, price, amount) => {
        if (enter(timestamp)) fold.add(price, amount)
      })
    } else
      for (const bar of this.#bars.read({ instrument: instrument.id, version, ...part }, instrument.precision))
        if (enter(bar.timestamp)) fold.merge(bar)
  }
}
