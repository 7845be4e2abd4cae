import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import { keyset } from '../../src/operations/paging/keyset.ts'
import { Millis, OneOf, Pages } from '../../src/operations/schemas.ts'
import { instrumentAmong } from '../subjects/instrument.ts'
import { tokenLiquidations } from './token-liquidations.ts'

export const liquidations = family(
  {
    name: 'liquidations',
    about: 'Forced closings of futures positions.',
    dataset: { commodity: 'liquidation', versions: ['v1'] },
    echo: 'typed_answer',
  },
  [
    operation({
      id: 'listLiquidations',
      summary: 'Liquidation trades of a derivative',
      description:
        'Forced trades with which an exchange closed positions of its customers, for risk and market-stress ' +
        'analysis. Records are ordered by `timestamp`, then `trade_id`. `amount` is in the base asset and ' +
        '`amount_quote` in the quote asset. `price` is in USD; `amount_usd` is `amount_quote` × `rate`. Only ' +
        '`future` and `perpetual-future` instruments have liquidations. Example: the liquidations of one day ' +
        'with `start_time=2026-01-30&end_time=2026-01-31`.',
      path: '/v2/data/liquidation.:data_version/trades/:exchange/:instrument_class/:instrument',
      subject: instrumentAmong(['future', 'perpetual-future']),
      query: { ...Pages(100, 1000) },
      row: {
        amount: Type.Number({ description: 'amount in the base asset' }),
        amount_quote: Type.Number({ description: 'value in the quote asset' }),
        amount_usd: Type.Number({ description: 'value in USD' }),
        price: Type.Number({ description: 'price in USD' }),
        rate: Type.Number({ description: 'price of the quote asset in USD' }),
        position_side: OneOf(['long', 'short'], { description: 'side of the closed position' }),
        timestamp: { ...Millis, description: 'time of the trade' },
        trade_id: Type.String(),
      },
      page: keyset({
        from: 'liquidation',
        where: 'instrument = :instrument',
        by: ['timestamp', 'trade_id'],
        time: 'timestamp',
        feed: 'liquidations',
      }),
      example: { data_version: 'v1', exchange: 'bbit', instrument_class: 'perpetual-future', instrument: 'btc-usdt' },
    }),
    tokenLiquidations,
  ],
)
