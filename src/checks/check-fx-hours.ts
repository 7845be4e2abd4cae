import { integersOf } from '../market/numbers/packed.ts'
import { formatTime, hour } from '../market/time.ts'
import type { Store } from '../store/store.ts'
import type { Check } from './check.ts'

export const checkFxHours: Check = {
  name: 'hourly exchange rates are the sums of their minutes',
  *find(store) {
    for (const [time, totals, lasts] of store.all('SELECT timestamp, totals, lasts FROM fx_hour ORDER BY timestamp')) {
      const summed = sumMinutes(store, Number(time))
      if (summed.totals !== totals || summed.lasts !== lasts)
        yield `the totals of the hour from ${formatTime(Number(time))} are not the sums of its minutes`
    }
  },
}

/** The first minute of an hour holds rates, the others changes. */
function sumMinutes(store: Store, start: number): { totals: string; lasts: string } {
  let rates: number[] = []
  let totals: number[] = []
  const minutes = store.all(
    'SELECT rates FROM fx_minute WHERE timestamp >= ? AND timestamp < ? ORDER BY timestamp',
    start,
    start + hour,
  )
  for (const [row] of minutes) {
    const values = integersOf(row as Buffer | string)
    rates = values.map((value, n) => value + (rates[n] ?? 0))
    totals = rates.map((rate, n) => rate + (totals[n] ?? 0))
  }
  return { totals: JSON.stringify(totals), lasts: JSON.stringify(rates) }
}
