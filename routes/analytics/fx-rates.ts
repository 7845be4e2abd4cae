import { plainNumber } from '../../src/market/numbers/decimal.ts'
import { hour, minute } from '../../src/market/time.ts'
import { operation } from '../../src/operations/operation.ts'
import { grid } from '../../src/operations/paging/grid.ts'
import { Code, Decimal, Interval, Millis, Nullable, Pages } from '../../src/operations/schemas.ts'
import { FxReader } from '../readers/fx-averages.ts'
import { type FxPair, fxPair } from '../subjects/fx-pair.ts'

/** Minutes per read. */
const mostMinutes = 6000

/** Finished intervals with the mean rate of a currency pair; `timestamp` is the end of the interval. */
const page = grid<FxPair>((store, write) => {
  const reader = new FxReader(store)
  return {
    finished: true,
    whole: true,
    batch: interval => (interval % hour === 0 ? 1000 : Math.ceil(mostMinutes / (interval / minute))),
    read: ({ entity }, intervals, each) =>
      reader.read(entity, intervals, (start, rate) => {
        const fx_rate = rate === null ? null : plainNumber(rate)
        each(start, write({ timestamp: start + intervals.interval, fx_rate }))
      }),
  }
})

export const fxRates = operation({
  id: 'listFxRates',
  summary: 'FX rate of two fiat currencies',
  description:
    'The mean exchange rate of two fiat currencies in each interval, for converting reports. Records are ' +
    'ordered by `timestamp`, the end of the interval; an interval has a record once it is over. `fx_rate` is ' +
    'units of `quote` per unit of `base`; it is null while no rate is known. At weekends it repeats the last ' +
    'rate. Example: daily rates of the euro in dollars with `base=eur&quote=usd&interval=1d`.',
  path: '/v2/data/analytics.:data_version/vendor_fx_rates',
  subject: fxPair,
  query: {
    base: Code,
    quote: Code,
    interval: Interval({ min: '1m', max: '1d', default: '1h', units: 'mhd' }),
    ...Pages(100, 1000),
  },
  row: { timestamp: { ...Millis, description: 'end of the interval' }, fx_rate: Nullable(Decimal) },
  page,
  example: { data_version: 'v2', base: 'eur', quote: 'usd' },
})
