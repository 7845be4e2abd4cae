import { assetOf } from '../assets/asset-catalogue.ts'
import type { InstrumentClass } from './instrument.ts'
import type { PriceGrid } from './precision.ts'

/** Tick and lot of the main pairs, as the venues publish them. */
const rows: Record<string, string[]> = {
  'cbse spot': [
    'btc-usd 0.01 0.00000001',
    'btc-eur 0.01 0.00000001',
    'btc-gbp 0.01 0.00000001',
    'btc-usdt 0.01 0.00000001',
    'eth-usd 0.01 0.00000001',
    'eth-eur 0.01 0.00000001',
    'eth-gbp 0.01 0.00000001',
    'eth-usdt 0.01 0.00000001',
    'eth-btc 0.00001 0.00000001',
    'sol-usd 0.01 0.00000001',
    'xrp-usd 0.0001 0.000001',
    'doge-usd 0.00001 0.1',
    'ada-usd 0.0001 0.00000001',
    'ltc-usd 0.01 0.00000001',
    'link-usd 0.001 0.01',
    'avax-usd 0.01 0.00000001',
    'aave-usd 0.01 0.001',
    'usdt-usd 0.00001 0.01',
  ],
  'bnce spot': [
    'btc-usdt 0.01 0.00001',
    'btc-usdc 0.01 0.00001',
    'btc-fdusd 0.01 0.00001',
    'btc-usd 0.01 0.00001',
    'btc-eur 0.01 0.00001',
    'btc-try 1 0.00001',
    'btc-brl 1 0.00001',
    'eth-usdt 0.01 0.0001',
    'eth-usdc 0.01 0.0001',
    'eth-fdusd 0.01 0.0001',
    'eth-usd 0.01 0.0001',
    'eth-eur 0.01 0.0001',
    'eth-btc 0.00001 0.0001',
    'sol-usdt 0.01 0.001',
    'xrp-usdt 0.0001 0.1',
    'doge-usdt 0.00001 1',
    'bnb-usdt 0.01 0.001',
    'ada-usdt 0.0001 0.1',
    'ltc-usdt 0.01 0.001',
    'link-usdt 0.01 0.01',
    'avax-usdt 0.01 0.01',
    'trx-usdt 0.0001 0.1',
    'aave-usdt 0.01 0.001',
    'eur-usdt 0.0001 0.1',
    'usdt-try 0.01 1',
  ],
  'binc spot': [
    'btc-usdt 0.01 0.00001',
    'btc-usdc 0.01 0.00001',
    'eth-usdt 0.01 0.0001',
    'eth-usdc 0.01 0.0001',
    'eth-btc 0.00001 0.0001',
    'sol-usdt 0.01 0.001',
    'xrp-usdt 0.0001 0.1',
    'doge-usdt 0.00001 1',
    'bnb-usdt 0.01 0.001',
  ],
  'krkn spot': [
    'btc-usd 0.1 0.00000001',
    'btc-eur 0.1 0.00000001',
    'btc-gbp 0.1 0.00000001',
    'btc-usdt 0.1 0.00000001',
    'eth-usd 0.01 0.00000001',
    'eth-eur 0.01 0.00000001',
    'eth-gbp 0.01 0.00000001',
    'eth-usdt 0.01 0.00000001',
    'eth-btc 0.00001 0.00000001',
    'sol-usd 0.01 0.00000001',
    'xrp-usd 0.00001 0.00000001',
    'link-usd 0.00001 0.00000001',
    'usdt-usd 0.00001 0.00000001',
    'usdc-usd 0.0001 0.00000001',
    'eur-usd 0.00001 0.00000001',
  ],
  'stmp spot': ['btc-usd 1 0.00000001', 'eth-usd 0.1 0.00000001', 'btc-eur 1 0.00000001', 'xrp-usd 0.00001 0.00000001'],
  'gmni spot': ['btc-usd 0.01 0.00000001', 'eth-usd 0.01 0.000001', 'eth-btc 0.00001 0.000001'],
  'okex spot': [
    'btc-usdt 0.1 0.00000001',
    'btc-usdc 0.1 0.00000001',
    'eth-usdt 0.01 0.000001',
    'eth-usdc 0.01 0.000001',
    'eth-btc 0.00001 0.000001',
    'sol-usdt 0.01 0.000001',
    'xrp-usdt 0.0001 0.000001',
    'doge-usdt 0.00001 0.000001',
    'link-usdt 0.001 0.000001',
  ],
  'huob spot': ['btc-usdt 0.01 0.000001', 'eth-usdt 0.01 0.0001', 'eth-btc 0.000001 0.0001', 'aave-usdt 0.0001 0.0001'],
  'kcon spot': ['btc-usdt 0.1 0.00000001', 'eth-usdt 0.01 0.0000001', 'eth-btc 0.00001 0.0000001'],
  'gate spot': ['btc-usdt 0.1 0.000001', 'eth-usdt 0.01 0.0001'],
  'crco spot': ['btc-usd 0.01 0.00001', 'eth-usd 0.01 0.0001', 'btc-usdt 0.01 0.00001', 'eth-usdt 0.01 0.0001'],
  'bfly spot': ['btc-jpy 1 0.00000001', 'eth-jpy 1 0.0000001', 'eth-btc 0.00001 0.0000001'],
  'itbi spot': ['btc-usd 0.25 0.0001', 'eth-usd 0.05 0.0001'],
  'bbit perpetual-future': [
    'btc-usdt 0.1 0.001',
    'btc-usd 0.5 0.00000001',
    'eth-usdt 0.01 0.01',
    'eth-usd 0.05 0.00000001',
    'sol-usdt 0.01 0.1',
    'xrp-usdt 0.0001 0.1',
    'doge-usdt 0.00001 1',
  ],
  'bbit future': ['btc-usd 0.5 0.00000001', 'eth-usd 0.05 0.00000001'],
  'binc perpetual-future': [
    'btc-usdt 0.1 0.001',
    'btc-usdc 0.1 0.001',
    'btc-usd 0.1 0.00000001',
    'eth-usdt 0.01 0.001',
    'eth-usdc 0.01 0.001',
    'eth-usd 0.01 0.00000001',
    'sol-usdt 0.01 0.01',
    'xrp-usdt 0.0001 0.1',
    'doge-usdt 0.00001 1',
    'bnb-usdt 0.01 0.01',
    'ada-usdt 0.0001 1',
    'ltc-usdt 0.01 0.001',
    'link-usdt 0.001 0.01',
  ],
  'cmef future': ['btc-usd 5 0.1', 'eth-usd 0.5 0.1'],
  'binc future': ['btc-usd 0.1 0.00000001', 'eth-usd 0.01 0.00000001'],
  'okex perpetual-future': [
    'btc-usdt 0.1 0.0001',
    'btc-usd 0.1 0.00000001',
    'eth-usdt 0.01 0.001',
    'eth-usd 0.01 0.00000001',
    'sol-usdt 0.01 0.01',
    'xrp-usdt 0.0001 1',
  ],
  'okex future': ['btc-usd 0.1 0.00000001', 'btc-usdt 0.1 0.0001', 'eth-usd 0.01 0.00000001'],
  'drbt perpetual-future': ['btc-usd 0.5 0.0001', 'eth-usd 0.05 0.001', 'btc-usdt 0.5 0.0001', 'eth-usdt 0.05 0.001'],
  'drbt future': ['btc-usd 2.5 0.0001', 'eth-usd 0.25 0.001'],
  'btmx perpetual-future': ['btc-usd 0.1 0.00000001', 'eth-usd 0.01 0.00000001', 'btc-usdt 0.5 0.000001'],
}

/** Korean exchanges share one table: above each price in won, prices move in this step. */
const wonExchanges = new Set(['upbt', 'bthb'])
const wonSteps: [level: number, tick: string][] = [
  [2_000_000, '1000'],
  [1_000_000, '500'],
  [500_000, '100'],
  [100_000, '50'],
  [10_000, '10'],
  [1_000, '1'],
  [100, '0.1'],
  [10, '0.01'],
  [1, '0.001'],
  [0, '0.0001'],
]
const wonLot = '0.00000001'

const grids = new Map(
  Object.entries(rows).flatMap(([market, pairs]) =>
    pairs.map((row): [string, PriceGrid] => {
      const [pair, tick = '', lot = ''] = row.split(' ')
      return [`${market} ${pair}`, gridOf(tick, lot)]
    }),
  ),
)

const marketsWithGrids = new Set(Object.keys(rows).map(market => market.split(' ')[0]))

/** Undefined if precision.ts applies. */
export function publishedGrid(exchange: string, kind: InstrumentClass, pair: string): PriceGrid | undefined {
  if (wonExchanges.has(exchange) && pair.endsWith('-krw'))
    return wonGrid(assetOf(pair.slice(0, -4)).level / assetOf('krw').level)
  return marketsWithGrids.has(exchange) ? grids.get(`${exchange} ${kind} ${pair}`) : undefined
}

function wonGrid(level: number): PriceGrid {
  const [, tick] = wonSteps.find(([from]) => level >= from)!
  return gridOf(tick, wonLot)
}

function gridOf(tick: string, lot: string): PriceGrid {
  const [price, amount] = [places(tick), places(lot)]
  return { priceDecimals: price.decimals, tick: price.step, amountDecimals: amount.decimals, lot: amount.step }
}

/** "0.25" is 25 of the second decimal place. */
function places(step: string): { decimals: number; step: number } {
  const [, fraction = ''] = step.split('.')
  return { decimals: fraction.length, step: Number(step.replace('.', '')) }
}
