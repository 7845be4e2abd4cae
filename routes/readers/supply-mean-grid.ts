import { ceilTo, type Period, supplyStep } from '../../src/market/time.ts'
import { type GridPage, grid } from '../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import { lifeOfSupply, type SuppliedAsset } from '../subjects/supplied.ts'
import { type SupplyMeans, SupplyMeansReader } from './supply-means.ts'

/** Intervals with mean supplies; `shape` returns the fields of the interval that starts at a time. */
export function supplyMeanGrid(
  shape: (asset: SuppliedAsset, timestamp: number, means: SupplyMeans) => Record<string, unknown>,
): GridPage<SuppliedAsset> {
  return grid<SuppliedAsset>((store, write) => {
    const reader = new SupplyMeansReader(store)
    return {
      step: supplyStep,
      batch: () => 100,
      bounded: true,
      life: query => lifeOfSupply(query.entity),
      read: (query, intervals, each) => {
        const asset = query.entity
        const [means] = reader.read([asset], intervals, knownSteps(query))
        means!.forEach((one, n) => {
          const timestamp = intervals.from + n * intervals.interval
          each(timestamp, write(shape(asset, timestamp, one)))
        })
      },
    }
  })
}

/** The five-minute values that may enter a record. */
export function knownSteps({ earliest, horizon }: PageQuery): Period {
  return { from: ceilTo(earliest, supplyStep), until: horizon }
}
