import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import {
  BlockInterval,
  Code,
  ListOf,
  Nullable,
  OfBlocks,
  PageSize,
  Seconds,
  Sort,
} from '../../src/operations/schemas.ts'
import { blockStates } from './block-states.ts'
import { lendingEvents } from './lending-events.ts'
import { lendingMarkets, marketFilters } from './lending-markets.ts'

const Amount = Type.Number({ unit: 'in whole tokens' })
const Rate = Type.Number({ unit: 'fraction per year: 0.03 is 3 %' })

export const lending = family(
  {
    name: 'lending',
    about: 'Balances and interest rates of DeFi lending markets.',
    dataset: { commodity: 'lending', versions: ['v1'] },
    echo: 'text',
  },
  [
    operation({
      id: 'listLendingSnapshots',
      summary: 'Lending rates and balances by block',
      description:
        'Deposits, loans and interest rates of DeFi lending markets, after each block or at an `interval`, for ' +
        'comparing yields and borrowing costs. Records are ordered by `datetime` (block time, in seconds), ' +
        'block, then market. Amounts are in whole tokens and rates are fractions per year: 0.03 is 3 %. ' +
        '`stable_borrow_rate` is null in markets without stable loans; `metadata` differs by protocol. Example: ' +
        'hourly rates of weth on one protocol with `protocol=aav3&asset=weth&interval=1h`.',
      path: '/v2/data/lending.:data_version/snapshots',
      subject: lendingMarkets,
      query: {
        blockchain: ListOf(Code, { default: ['ethereum'] }),
        ...marketFilters,
        ...OfBlocks,
        interval: BlockInterval,
        sort: Sort(),
        page_size: PageSize(100, 1000),
      },
      row: {
        blockchain: Type.String(),
        block_number: Type.Integer(),
        datetime: { ...Seconds, description: 'block time' },
        protocol: Type.String(),
        asset_symbol: Type.String(),
        asset_address: Type.String(),
        asset_decimals: Type.Integer(),
        receipt_symbol: Type.String({ description: 'symbol of the deposit token' }),
        receipt_address: Type.String(),
        receipt_decimals: Type.Integer(),
        total_liquidity: Amount,
        available_liquidity: Amount,
        total_borrowed: Amount,
        supply_rate: Rate,
        stable_borrow_rate: Nullable(Rate),
        variable_borrow_rate: Rate,
        metadata: Type.Object({
          total_borrowed_stable: Type.Optional(Amount),
          total_borrowed_variable: Type.Optional(Amount),
          total_reserves: Type.Optional(Amount),
        }),
      },
      page: blockStates,
      example: { data_version: 'v1', protocol: 'aav3', asset: 'weth', live: 'true' },
    }),
    lendingEvents,
  ],
)
