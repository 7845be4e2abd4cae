import { Type } from '@sinclair/typebox'
import { family } from '../src/operations/family.ts'
import { keyset } from '../src/operations/keyset.ts'
import { EndTime, Millis, OneOf, PageSize, Sort, StartTime } from '../src/operations/nouns.ts'
import { operation } from '../src/operations/operation.ts'
import { instrumentAmong } from './readers/instrument.ts'

const base = Type.Number({ description: 'in the base asset' })
const quote = Type.Number({ description: 'in the quote asset' })
const usd = Type.Number({ description: 'in USD' })

export const liquidations = family(
  { name: 'liquidations', dataset: { commodity: 'liquidation', versions: ['v1'] }, echo: 'typed_answer' },
  [
    operation({
      id: 'listLiquidations',
      summary: 'Trades by which exchanges closed customers’ positions in futures',
      path: '/v2/data/liquidation.:data_version/trades/:exchange/:instrument_class/:instrument',
      subject: instrumentAmong(['future', 'perpetual-future']),
      query: { ...StartTime, ...EndTime, sort: Sort(), page_size: PageSize(100, 1000) },
      row: {
        amount: base,
        amount_quote: quote,
        amount_usd: usd,
        price: usd,
        rate: Type.Number({ description: 'USD of one unit of the quote asset' }),
        position_side: OneOf(['long', 'short'], { description: 'what was closed' }),
        timestamp: Millis,
        trade_id: Type.String(),
      },
      page: keyset({
        from: 'liquidation',
        where: 'instrument = :instrument',
        by: ['timestamp', 'trade_id'],
        time: 'timestamp',
      }),
      example: { data_version: 'v1', exchange: 'bbit', instrument_class: 'perpetual-future', instrument: 'btc-usdt' },
    }),
  ],
)
