import type { Precision } from '../market/bar.ts'
import { readBars, type StoredBar } from '../market/bar-block.ts'
import type { Statement, Store } from './store.ts'

/** The bars of an instrument, width and dataset version that start in [from, until). */
export interface BarRange {
  instrument: number
  version: number
  width: number
  from: number
  until: number
}

export class BarReader {
  readonly #blocks: Statement
  readonly #before: Statement

  constructor(store: Store) {
    const of = 'FROM bar_block WHERE instrument = :instrument AND width = :width'
    this.#blocks = store.prepare(
      `SELECT bars ${of} AND start < :until
       AND start >= ifnull((SELECT max(start) ${of} AND start <= :from), :from) ORDER BY start`,
    )
    this.#before = store.prepare(`SELECT bars ${of} AND start < :until ORDER BY start DESC LIMIT 2`)
  }

  read({ instrument, version, width, from, until }: BarRange, precision: Precision): StoredBar[] {
    return this.#blocks
      .all({ instrument, width, from, until })
      .flatMap(([block]) => readBars(block as Uint8Array | string, precision, from, until))
      .filter(bar => bar.versions & version)
  }

  /** The last bar that starts before `until`; null if there is none. */
  last({ instrument, version, width, until }: Omit<BarRange, 'from'>, precision: Precision): StoredBar | null {
    for (const [block] of this.#before.all({ instrument, width, until })) {
      const bars = readBars(block as Uint8Array | string, precision)
      const last = bars.findLast(bar => bar.timestamp < until && bar.versions & version)
      if (last) return last
    }
    return null
  }
}
