import type { BarFold } from '../../src/market/trades/bar.ts'
import { type GridPage, grid } from '../../src/operations/paging/grid.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'
import { BarFolder } from './bars.ts'

/** The fields of a record after its timestamp; null is an interval without trades. */
type BarFields = (bar: BarFold | null) => Record<string, string | number | null>

/**
 * Intervals with an instrument's bars. Without explicit bounds, intervals before the first trade and after the end of
 * the instrument are omitted.
 */
export function barGrid(shape: BarFields): GridPage<StoredInstrument> {
  return grid<StoredInstrument>((store, write) => {
    const reader = new BarFolder(store)
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
