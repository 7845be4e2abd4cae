import { SupplyMeansReader } from '../../routes/readers/supply-means.ts'
import { suppliedAssets } from '../../routes/subjects/supplied.ts'
import { doubleAt } from '../market/numbers/packed.ts'
import { day, floorTo, formatTime, hour } from '../market/time.ts'
import type { Store } from '../store/store.ts'
import type { Check } from './check.ts'

/** Columns of means, and what they hold. */
const both = [
  ['market_caps', 'marketCap', 'market cap'],
  ['totals', 'total', 'supply'],
] as const
const tables = [
  ['supply_hour', hour, both.slice(0, 1)],
  ['supply_day', day, both],
] as const

export const checkSupplies: Check = {
  name: 'hourly and daily supplies and market caps are the means of their five-minute values',
  *find(store) {
    const reader = new SupplyMeansReader(store)
    const chains = suppliedAssets(store)
      .filter(({ place }) => place !== null)
      .flatMap(asset =>
        asset.sources.map(source => ({ ...asset, ends: null, source, sources: [{ ...source, since: 0 }] })),
      )
    for (const [table, width, columns] of tables)
      for (const [from, rows] of rowsByDay(store, table, columns)) {
        const whole = { from, until: from + day }
        const means = reader.read(chains, { interval: width, ...whole }, whole, [])
        for (const [time, ...values] of rows)
          for (const [n, { code, source }] of chains.entries())
            for (const [column, [, name, title]] of columns.entries()) {
              const stored = doubleAt(values[column]!, source.id)
              const found = means[n]![(time - from) / width]![name]
              if (isNear(stored, found)) continue
              const span = `${code} on ${source.blockchain}, ${width / hour} h from ${formatTime(time)}`
              yield `${span}: stored ${title} ${stored}, computed ${found}`
            }
      }
  },
}

type StoredMeans = [time: number, ...columns: Buffer[]]

function rowsByDay(store: Store, table: string, columns: readonly (typeof both)[number][]): Map<number, StoredMeans[]> {
  const names = ['timestamp', ...columns.map(([name]) => name)].join()
  const rows = store.all(`SELECT ${names} FROM ${table} ORDER BY timestamp`) as unknown as StoredMeans[]
  return Map.groupBy(rows, ([time]) => floorTo(time, day))
}

function isNear(stored: number, found: number | null): boolean {
  return found !== null && Math.abs(stored - found) <= 1e-9 * Math.abs(found)
}
