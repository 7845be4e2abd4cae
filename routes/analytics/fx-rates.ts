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
} from '../../src/operations/nouns.ts'
import { operation } from '../../src/operations/operation.ts'
import { fxGrid } from './fx-grid.ts'
import { fxPair } from './fx-pair.ts'

export const fxOperations = [
  operation({
    id: 'listFxRates',
    summary: 'Exchange rate of two fiat currencies, averaged by interval',
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
    row: { timestamp: Millis, fx_rate: Nullable(Decimal) },
    page: fxGrid('fx_rate'),
    example: { data_version: 'v2', base: 'eur', quote: 'usd' },
  }),
]
