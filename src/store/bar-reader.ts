import { type RangePart, rangeParts } from '../market/range-parts.ts'
import { hour, minute, type Period } from '../market/time.ts'
import type { Precision } from '../market/trades/bar.ts'
import { readBars, type StoredBar } from '../market/trades/bar-block.ts'
import type { Coverage } from './history/coverage.ts'
import { type PartsOf, partsWithReaders } from './history/profile-rows.ts'
import type { Statement, Store } from './store.ts'
import { identityOf } from './store-plan.ts'
import type { TradeRange } from './trade-reader.ts'

/** Of longer ranges, trades of their days are generated instead: these serve other pages, too. */
const longestByMinute = 4 * hour

/** The bars of an instrument, width and dataset version that start in [from, until). */
interface BarRange extends TradeRange {
  width: number
}

type BlockOfBars = [bars: Uint8Array | string]

export class BarReader {
  readonly #blocks: Statement<BlockOfBars>
  readonly #before: Statement<BlockOfBars>
  readonly #since: number
  readonly #coverage: Coverage
  readonly #parts: PartsOf<BarReader>

  constructor(store: Store) {
    this.#coverage = store.coverage
    this.#parts = partsWithReaders(store, this, ahead => new BarReader(ahead))
    const of = 'FROM bar_block WHERE instrument = :instrument AND width = :width'
    this.#blocks = store.prepare(
      `SELECT bars ${of} AND start < :until
       AND start >= ifnull((SELECT max(start) ${of} AND start <= :from), :from) ORDER BY start`,
    )
    this.#before = store.prepare(`SELECT bars ${of} AND start < :until ORDER BY start DESC LIMIT 2`)
    // A generated store begins at midnight. Own data begin in any hour, and the rest of that day has hourly bars only.
    this.#since = store.generated ? Number.NEGATIVE_INFINITY : identityOf(store).start
  }

  /** Which stored bars cover a range. */
  parts(from: number, until: number, widths?: readonly number[]): RangePart[] {
    return rangeParts(from, until, widths, this.#since)
  }

  /** Whether a range is read from bars of its minutes: an hour of them is generated where trades would take a day. */
  isByMinute(instrument: number, { from, until }: Period): boolean {
    if (!this.#coverage.fillable || until - from > longestByMinute) return false
    if (from % minute !== 0 || until % minute !== 0) return false
    const [{ reader }, ...others] = this.#parts(instrument, from, until) as [Period & { reader: BarReader }]
    const isHeld = (kind: 'minutes' | 'trades') => this.#coverage.onTo(kind, instrument, from, until) === until
    return others.length === 0 && reader === this && (isHeld('minutes') || !isHeld('trades'))
  }

  read(range: BarRange, precision: Precision): StoredBar[] {
    return this.#parts(range.instrument, range.from, range.until).flatMap(({ reader, ...times }) =>
      reader.#readHere({ ...range, ...times }, precision),
    )
  }

  #readHere({ instrument, version, width, from, until }: BarRange, precision: Precision): StoredBar[] {
    this.#coverage.need(width === minute ? 'minutes' : 'bars', instrument, from, until)
    return this.#blocks
      .all({ instrument, width, from, until })
      .flatMap(([block]) => readBars(block, precision, from, until))
      .filter(bar => bar.versions & version)
  }

  /** The last bar that starts before `until`; null if there is none. */
  last(range: Omit<BarRange, 'from'>, precision: Precision): StoredBar | null {
    for (const { reader, ...times } of this.#parts(range.instrument, 0, range.until).reverse()) {
      const last = reader.#lastHere({ ...range, ...times }, precision)
      if (last) return last
    }
    return null
  }

  #lastHere({ instrument, version, width, from, until }: BarRange, precision: Precision): StoredBar | null {
    const held = this.#coverage.backTo('bars', instrument, from, until)
    for (const [block] of this.#before.all({ instrument, width, until })) {
      const bars = readBars(block, precision)
      const last = bars.findLast(bar => bar.timestamp < until && bar.versions & version)
      if (last && last.timestamp >= held) return last
    }
    this.#coverage.needBefore('bars', instrument, { from: held, until }, from)
    return null
  }
}
