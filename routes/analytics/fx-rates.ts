import { operation } from '../../src/operations/operation.ts'
import {
  Code,
  Decimal,
  EndTime,
  Interval,
  Millis,
  Nullable,
  PageSize,
  Sort,
  StartTime,
} from '../../src/operations/schemas.ts'
import { fxPair } from '../readers/fx/fx-pair.ts'
import { fxGrid } from './fx-grid.ts'

export const fxOperations = [
  operation({
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
      ...StartTime,
      ...EndTime,
      sort: Sort(),
      page_size: PageSize(100, 1000),
    },
    row: { timestamp: { ...Millis, description: 'end of the interval' }, fx_rate: Nullable(Decimal) },
    page: fxGrid('fx_rate'),
    example: { data_version: 'v2', base: 'eur', quote: 'usd' },
  }),
]
