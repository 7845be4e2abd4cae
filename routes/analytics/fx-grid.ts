import { plainNumber } from '../../src/market/numbers/decimal.ts'
import { hour, minute } from '../../src/market/time.ts'
import { type GridPage, grid } from '../../src/operations/paging/grid.ts'
import { recordWriter } from '../../src/operations/render.ts'
import { FxReader } from '../readers/fx/fx-averages.ts'
import type { FxPair } from '../readers/fx/fx-pair.ts'

/** Minutes per read. */
const mostMinutes = 6000

/** Finished intervals with the mean rate of a currency pair; `timestamp` is the end of the interval. */
export function fxGrid(field: string): GridPage<FxPair> {
  return grid<FxPair>((store, row, wireName) => {
    const reader = new FxReader(store)
    const write = recordWriter(row, wireName)
    return {
      finished: true,
      whole: true,
      batch: interval => (interval % hour === 0 ? 1000 : Math.ceil(mostMinutes / (interval / minute))),
      empty: () => '',
      read: ({ entity }, intervals, each) =>
        reader.read(entity, intervals, (start, rate) =>
          each(
            start,
            write({ timestamp: start + intervals.interval, [field]: rate === null ? null : plainNumber(rate) }),
          ),
        ),
    }
  })
}
