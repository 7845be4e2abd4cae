import { type SupplyMeans, SupplyMeansReader } from '../../routes/readers/supply-means.ts'
import { type SuppliedAsset, suppliedAssets } from '../../routes/subjects/supplied.ts'
import { doubleAt } from '../market/numbers/packed.ts'
import { day, floorTo, formatTime, hour } from '../market/time.ts'
import type { Store } from '../store/store.ts'
import type { Check } from './check.ts'

/** Position of each mean in a row, after the time. */
const tables: readonly [table: string, width: number, columns: readonly (keyof SupplyMeans)[]][] = [
  ['supply_hour', hour, ['marketCap']],
  ['supply_day', day, ['marketCap', 'total']],
]

export const checkSupplies: Check = {
  name: 'hourly and daily supplies and market caps are the means of their five-minute values',
  *find(store) {
    const reader = new SupplyMeansReader(store)
    const chains = suppliedAssets(store)
      .filter(({ place }) => place !== null)
      .flatMap(asset => asset.sources.map(source => ({ ...asset, sources: [source] })))
    for (const [table, width, columns] of tables)
      for (const [from, rows] of rowsByDay(store, table)) {
        const whole = { from, until: from + day }
        const means = reader.read(chains, { interval: width, ...whole }, whole, [])
        for (const [time, ...values] of rows)
          for (const [n, asset] of chains.entries())
            for (const [column, name] of columns.entries()) {
              const stored = doubleAt(values[column]!, asset.sources[0]!.id)
              const found = means[n]![(time - from) / width]![name]
              if (!isNear(stored, found)) yield difference(asset, time, width, name, stored, found)
            }
      }
  },
}

type StoredMeans = [time: number, ...columns: Buffer[]]

function rowsByDay(store: Store, table: string): Map<number, StoredMeans[]> {
  const columns = table === 'supply_day' ? 'timestamp, market_caps, totals' : 'timestamp, market_caps'
  const rows = store.all(`SELECT ${columns} FROM ${table} ORDER BY timestamp`) as unknown as StoredMeans[]
  return Map.groupBy(rows, ([time]) => floorTo(time, day))
}

function isNear(stored: number, found: number | null): boolean {
  return found !== null && Math.abs(stored - found) <= 1e-9 * Math.abs(found)
}

function difference(
  { code, sources: [source] }: SuppliedAsset,
  time: number,
  width: number,
  name: string,
  stored: number,
  found: number | null,
): string {
  const span = `${code} on ${source!.blockchain}, ${width / hour} h from ${formatTime(time)}`
  return `${span}: stored ${name === 'total' ? 'supply' : 'market cap'} ${stored}, computed ${found}`
}
