import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import { BlockNumber, Identifier, Pages, TimeText } from '../../src/operations/schemas.ts'
import { beforeStore } from '../subjects/before-store.ts'
import { statePriceSubject } from './state-price-asset.ts'
import { statePriceGrid } from './state-price-grid.ts'

function weight(of: string) {
  return Type.Number({
    minimum: 0,
    maximum: 1,
    description: `the pool’s share of ${of}; the shares of all pools sum to 1`,
  })
}

/** An exact decimal or an empty string. */
function price(description: string) {
  return Type.String({ pattern: '^([0-9]+(\\.[0-9]*[1-9])?)?$', description })
}

const inBase = Type.Number({ unit: 'in the base' })
const inQuote = Type.Number({ unit: 'in the quote' })
const usd = Type.Number({ unit: 'in USD' })

const Pool = Type.Object({
  pool_address: Identifier,
  blockchain: Identifier,
  exchange: Identifier,
  quote: Identifier,
  state_price: inQuote,
  rate_usd: Type.Number({ description: 'price of the quote in USD' }),
  trading_volume_weight: weight('the volume of seven days'),
  market_depth_weight: weight('the market depth within 1 %'),
  market_depth_m1_quote: inQuote,
  market_depth_m1_usd: usd,
  market_depth_p1_base: inBase,
  market_depth_p1_usd: usd,
  last_block_volume: Type.Number({ description: 'volume of the pool’s last block, in the base' }),
  last_aggregated_volume: Type.Number({ description: 'volume of seven days, in the base' }),
})

const KnownBlock = Type.Object({ blockchain: Identifier, block_number: BlockNumber })

export const statePrice = family(
  {
    name: 'state price',
    about: 'Fair prices computed from the states of DEX pools.',
    dataset: { commodity: 'state_price', versions: ['v1'] },
    echo: 'typed',
  },
  [
    operation({
      id: 'listStatePrices',
      summary: 'State price of an asset per second',
      description:
        'The price of an asset for each second of the last 24 hours, for valuing tokens that trade on ' +
        'decentralised exchanges. It is the mean of the prices in the DEX pools that hold the asset, weighted ' +
        'by volume and depth. Records are ordered by `datetime`. `aggregated_price_usd` is in USD; it is an ' +
        'empty string if no pool is eligible. `aggregated_price_lst` is in ether; it is empty for ' +
        'liquid-staking tokens. `pool_data` lists the pools and their weights. Example: the last minute of weth ' +
        'with `page_size=60`.',
      path: '/v2/data/state_price.:data_version/aggregation/:asset',
      subject: beforeStore(statePriceSubject),
      query: { ...Pages(1000, 10_000) },
      row: {
        datetime: { ...TimeText, description: 'second of the price' },
        base: Identifier,
        lst_quote: Type.String({ description: 'quote of a liquid-staking token; empty for other assets' }),
        aggregated_price_usd: price(
          'price in USD: mean of state_price × rate_usd, weighted by the mean of both weights; empty without eligible pools',
        ),
        aggregated_price_lst: price('price in ether; empty for liquid-staking tokens'),
        last_known_blocks: Type.Array(KnownBlock, {
          description: 'last block of each chain with eligible pools',
        }),
        pool_data: Type.Array(Pool, { description: 'eligible pools' }),
      },
      page: statePriceGrid,
      example: { data_version: 'v1', asset: 'weth' },
    }),
  ],
)
