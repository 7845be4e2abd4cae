import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { BlockNumber, EndTime, Identifier, PageSize, Sort, StartTime, TimeText } from '../../src/operations/nouns.ts'
import { operation } from '../../src/operations/operation.ts'
import { statePriceSubject } from './state-price-asset.ts'
import { statePriceGrid } from './state-price-grid.ts'

function weight(of: string) {
  return Type.Number({ minimum: 0, maximum: 1, description: `share of ${of}; those of all pools add up to 1` })
}

/** An exact decimal, or nothing. */
function price(description: string) {
  return Type.String({ pattern: '^([0-9]+(\\.[0-9]*[1-9])?)?$', description })
}

const inBase = Type.Number({ description: 'in the base' })
const inQuote = Type.Number({ description: 'in the quote' })
const usd = Type.Number({ description: 'in USD' })

const Pool = Type.Object({
  pool_address: Identifier,
  blockchain: Identifier,
  exchange: Identifier,
  quote: Identifier,
  state_price: inQuote,
  rate_usd: Type.Number({ description: 'USD of one unit of the quote' }),
  trading_volume_weight: weight('what the pools traded in seven days'),
  market_depth_weight: weight('what they offer within 1 % of their prices'),
  market_depth_m1_quote: inQuote,
  market_depth_m1_usd: usd,
  market_depth_p1_base: inBase,
  market_depth_p1_usd: usd,
  last_block_volume: Type.Number({ description: 'what the last block that changed the pool traded, in the base' }),
  last_aggregated_volume: Type.Number({ description: 'what it traded in seven days, in the base' }),
})

const KnownBlock = Type.Object({ blockchain: Identifier, block_number: BlockNumber })

export const statePrice = family(
  { name: 'state price', dataset: { commodity: 'state_price', versions: ['v1'] }, echo: 'typed' },
  [
    operation({
      id: 'listStatePrices',
      summary: 'What an asset is worth by the state of the pools that hold it, second by second',
      path: '/v2/data/state_price.:data_version/aggregation/:asset',
      subject: statePriceSubject({
        protocols: ['usp2', 'usp3', 'bal2', 'curv', 'cur2'],
        quotes: ['usdc', 'usdt', 'weth'],
        ether: 'weth',
      }),
      query: { ...StartTime, ...EndTime, sort: Sort(), page_size: PageSize(1000, 10_000) },
      row: {
        datetime: TimeText,
        base: Identifier,
        lst_quote: Type.String({ description: 'what a liquid-staking token is priced in; empty for others' }),
        aggregated_price_usd: price(
          'Σ state_price × rate_usd × the mean of the two weights; empty where no pool counts',
        ),
        aggregated_price_lst: price('in ether; empty for liquid-staking tokens'),
        last_known_blocks: Type.Array(KnownBlock, {
          description: 'the last block of each chain that the pools are on',
        }),
        pool_data: Type.Array(Pool, { description: 'the pools that count' }),
      },
      page: statePriceGrid(),
      example: { data_version: 'v1', asset: 'weth' },
    }),
  ],
)
