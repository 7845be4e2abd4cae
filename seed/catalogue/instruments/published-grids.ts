import { entriesOf } from '../../table-text.ts'
import { assetOf } from '../assets/asset-catalogue.ts'
import type { InstrumentClass } from './instrument.ts'
import type { PriceGrid } from './precision.ts'

/** Of the main pairs, as the venues publish them, unless the rules give the same: exchange, class, tick, lot, pairs. */
const rows = entriesOf(`
cbse spot 0.01 0.00000001 btc-usd btc-eur btc-gbp btc-usdt eth-usd eth-eur eth-gbp eth-usdt sol-usd ltc-usd avax-usd
cbse spot 0.00001 0.00000001 eth-btc
cbse spot 0.0001 0.000001 xrp-usd
cbse spot 0.0001 0.00000001 ada-usd
cbse spot 0.001 0.01 link-usd
cbse spot 0.01 0.001 aave-usd
cbse spot 0.00001 0.01 usdt-usd
bnce spot 0.01 0.001 ltc-usdt
bnce spot 0.0001 0.1 xrp-usdt ada-usdt trx-usdt eur-usdt
bnce spot 0.00001 1 doge-usdt
bnce spot 0.01 1 usdt-try
binc spot 0.01 0.00001 btc-usdt btc-usdc
binc spot 0.01 0.0001 eth-usdt eth-usdc
binc spot 0.00001 0.0001 eth-btc
binc spot 0.01 0.001 sol-usdt bnb-usdt
binc spot 0.0001 0.1 xrp-usdt
binc spot 0.00001 1 doge-usdt
krkn spot 0.1 0.00000001 btc-usd btc-eur btc-gbp btc-usdt
krkn spot 0.01 0.00000001 eth-usd eth-eur eth-gbp eth-usdt sol-usd
krkn spot 0.00001 0.00000001 eth-btc xrp-usd link-usd usdt-usd eur-usd
krkn spot 0.0001 0.00000001 usdc-usd
stmp spot 1 0.00000001 btc-usd btc-eur
stmp spot 0.1 0.00000001 eth-usd
stmp spot 0.00001 0.00000001 xrp-usd
gmni spot 0.01 0.00000001 btc-usd
gmni spot 0.01 0.000001 eth-usd
gmni spot 0.00001 0.000001 eth-btc
okex spot 0.1 0.00000001 btc-usdt btc-usdc
okex spot 0.01 0.000001 eth-usdt eth-usdc sol-usdt
okex spot 0.00001 0.000001 eth-btc doge-usdt
okex spot 0.0001 0.000001 xrp-usdt
okex spot 0.001 0.000001 link-usdt
huob spot 0.01 0.0001 eth-usdt
huob spot 0.000001 0.0001 eth-btc
huob spot 0.0001 0.0001 aave-usdt
kcon spot 0.1 0.00000001 btc-usdt
kcon spot 0.01 0.0000001 eth-usdt
kcon spot 0.00001 0.0000001 eth-btc
gate spot 0.1 0.000001 btc-usdt
gate spot 0.01 0.0001 eth-usdt
crco spot 0.01 0.00001 btc-usd btc-usdt
crco spot 0.01 0.0001 eth-usd eth-usdt
bfly spot 1 0.00000001 btc-jpy
bfly spot 1 0.0000001 eth-jpy
bfly spot 0.00001 0.0000001 eth-btc
bmrt spot 0.01 0.00001 btc-usdt
xtcm spot 0.01 0.00001 btc-usdt
btkb spot 0.01 0.00000001 btc-thb eth-thb sol-thb usdt-thb
itbi spot 0.25 0.0001 btc-usd
itbi spot 0.05 0.0001 eth-usd
bbit perpetual-future 0.1 0.001 btc-usdt
bbit perpetual-future 0.5 0.00000001 btc-usd
bbit perpetual-future 0.01 0.01 eth-usdt
bbit perpetual-future 0.05 0.00000001 eth-usd
bbit perpetual-future 0.01 0.1 sol-usdt
bbit perpetual-future 0.0001 0.1 xrp-usdt
bbit perpetual-future 0.00001 1 doge-usdt
bbit future 0.5 0.00000001 btc-usd
bbit future 0.05 0.00000001 eth-usd
binc perpetual-future 0.1 0.001 btc-usdt btc-usdc
binc perpetual-future 0.1 0.00000001 btc-usd
binc perpetual-future 0.01 0.001 eth-usdt eth-usdc ltc-usdt
binc perpetual-future 0.01 0.00000001 eth-usd
binc perpetual-future 0.01 0.01 sol-usdt bnb-usdt
binc perpetual-future 0.0001 1 ada-usdt
binc perpetual-future 0.001 0.01 link-usdt
cmef future 5 0.1 btc-usd
cmef future 0.5 0.1 eth-usd
binc future 0.1 0.00000001 btc-usd
binc future 0.01 0.00000001 eth-usd
okex perpetual-future 0.1 0.0001 btc-usdt
okex perpetual-future 0.1 0.00000001 btc-usd
okex perpetual-future 0.01 0.001 eth-usdt
okex perpetual-future 0.01 0.00000001 eth-usd
okex perpetual-future 0.01 0.01 sol-usdt
okex perpetual-future 0.0001 1 xrp-usdt
okex future 0.1 0.00000001 btc-usd
okex future 0.1 0.0001 btc-usdt
okex future 0.01 0.00000001 eth-usd
drbt perpetual-future 0.5 0.0001 btc-usd btc-usdt
drbt perpetual-future 0.05 0.001 eth-usd eth-usdt
drbt future 2.5 0.0001 btc-usd
drbt future 0.25 0.001 eth-usd
phmx perpetual-future 0.1 0.001 btc-usdt
btmx perpetual-future 0.1 0.00000001 btc-usd
btmx perpetual-future 0.01 0.00000001 eth-usd`)

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
  [0.1, '0.0001'],
  [0.01, '0.00001'],
  [0.001, '0.000001'],
  [0.0001, '0.0000001'],
  [0, '0.00000001'],
]
const wonLot = '0.00000001'

const grids = new Map(
  rows.flatMap(([exchange, kind, tick = '', lot = '', ...pairs]) =>
    pairs.map(pair => [`${exchange} ${kind} ${pair}`, gridOf(tick, lot)] as const),
  ),
)

/** Undefined if price-steps.ts or precision.ts applies. */
export function publishedGrid(exchange: string, kind: InstrumentClass, pair: string): PriceGrid | undefined {
  if (wonExchanges.has(exchange) && pair.endsWith('-krw'))
    return wonGrid(assetOf(pair.slice(0, -4)).level / assetOf('krw').level)
  return grids.get(`${exchange} ${kind} ${pair}`)
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
