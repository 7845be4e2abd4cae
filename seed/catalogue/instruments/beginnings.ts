import { remembered } from '../../../src/market/made-once.ts'
import { day } from '../../../src/market/time.ts'
import { keyOf, unit } from '../../hashed-draws.ts'
import { datesOf } from '../../table-text.ts'
import { assetOf } from '../assets/asset-catalogue.ts'
import type { Instrument } from './instrument.ts'

export type Traded = Pick<Instrument, 'exchange' | 'class' | 'base' | 'quote' | 'code'>

/** Days on which exchanges opened, as they announced them. */
const exchangesOpened = datesOf(`
  cbse 2015-01-26  bnce 2017-07-14  krkn 2013-09-10  bfnx 2013-03-31  stmp 2011-09-13  gmni 2015-10-08  okex 2017-05-31
  huob 2013-09-01  kcon 2017-09-15  gate 2013-04-20  crco 2019-11-14  upbt 2017-10-24  bthb 2014-01-11  bfly 2014-05-29
  itbi 2013-11-08  lmax 2018-05-21  bbit 2018-11-14  binc 2019-09-08  drbt 2016-08-14  btmx 2014-11-22
  bbsp 2021-07-15  btgt 2021-07-27  mexc 2018-04-19  bnus 2019-09-24  btso 2014-03-31  mbtc 2013-06-12  ccck 2014-08-01
  zaif 2015-03-04  btbk 2017-05-11  cone 2014-06-24  krbt 2013-09-03  btrk 2013-07-01  prbu 2017-02-14  indo 2014-02-15
  btcm 2013-11-01  inrs 2013-10-14  luno 2014-06-01  cexi 2013-11-04  exmo 2014-07-01  hitb 2013-12-27  polo 2014-01-19
  btrx 2014-02-13  ftxx 2019-05-08  okcn 2014-07-24  btvo 2018-03-01  wtbt 2018-11-01  cnex 2017-12-24  lbnk 2017-10-01
  cmef 2017-12-18  blsh 2021-11-30  hypl 2023-02-26  dydx 2021-02-25  krft 2018-08-29
  bmrt 2018-03-15  bngx 2018-05-01  phmx 2019-11-25  xtcm 2018-07-01  btkb 2018-05-01`)

/** Classes that an exchange added after it had opened. */
const classesOpened = datesOf(`
  okex/perpetual-future 2018-12-11  okex/option 2020-01-09  drbt/perpetual-future 2018-08-14  drbt/option 2016-08-14
  btmx/perpetual-future 2016-05-13  bbit/future 2021-07-05  binc/future 2020-06-25  gate/perpetual-future 2019-01-24
  bbit/option 2025-02-17  binc/option 2022-04-11  kcon/perpetual-future 2019-07-08  huob/perpetual-future 2020-03-27
  crco/perpetual-future 2021-11-08
  btgt/perpetual-future 2021-07-27  mexc/perpetual-future 2020-07-29  bfnx/perpetual-future 2019-09-09
  hypl/spot 2024-04-16  wtbt/perpetual-future 2022-10-03  cnex/perpetual-future 2020-03-09
  bmrt/perpetual-future 2020-12-01  bngx/spot 2021-05-01  phmx/spot 2020-05-01  xtcm/perpetual-future 2020-12-01`)

/** Days on which a chain, lending protocols and protocols of pools opened, and on which a protocol added a market, if that was not long before the world began. */
const protocolsOpened = datesOf(`
  arbitrum 2021-09-01  fxsw 2022-06-01  aav3 2022-03-16  aav3/ethereum 2023-01-27  cmp3 2022-08-26  cmp3/ethereum/weth 2023-01-30  cmp3/polygon 2023-02-25
  caml 2022-11-30  rams 2023-03-22  orca 2022-03-15  thna 2023-01-04  wmbt 2022-09-15  rclm 2022-08-24  lfny 2022-09-20
  mavr 2023-03-08  pcs3 2023-04-03  metr 2023-12-05
  sprk 2023-05-09  mrpb 2024-01-10  flud 2024-02-20  sus3 2023-05-05  cmp3/arbitrum 2023-05-04  cmp3/ethereum/usdt 2024-07-01
  aav3/ethereum/crvusd 2023-11-27  aav3/ethereum/pyusd 2024-02-05  aav3/ethereum/eurc 2025-06-15`)

/** When an asset was first traded; 0 for currencies and metals. */
export function tradedSince(asset: string): number {
  return assetOf(asset).traded ?? 0
}

export const exchangesClosed = datesOf('btrx 2023-12-04  ftxx 2022-11-11  okcn 2025-03-31')

/** Days after which an exchange has added a coin that existed when it opened. */
export const slowest = 90

const opening = remembered((exchange: string) =>
  remembered((kind: string) => classesOpened.get(`${exchange}/${kind}`) ?? exchangesOpened.get(exchange)),
)

/** When an exchange and both assets exist; undefined for pools. */
export function existsSince(one: Traded): number | undefined {
  const opened = opening(one.exchange)(one.class)
  return opened && Math.max(opened, tradedSince(one.base), tradedSince(one.quote))
}

/** When trading begins: an exchange and both assets exist; coins of little interest come some weeks later. @returns a midnight UTC */
export function beginningOf(seed: string, one: Traded): number {
  const wait =
    slowest * (1 - assetOf(one.base).popularity / 100) * unit(keyOf(seed, 'beginning', one.exchange, one.code))
  return existsSince(one)! + Math.floor(wait) * day
}

/** When the youngest of some assets was first traded. */
function allTradedSince(assets: readonly string[]): number {
  return Math.max(...assets.map(tradedSince))
}

/** When a pool or lending market can begin: its protocol is there, on its chain and with its assets, and they trade. */
export function opensSince(protocol: string, blockchain: string, assets: readonly string[]): number {
  const names = [blockchain, protocol, `${protocol}/${blockchain}`, `${protocol}/${blockchain}/${assets.join('-')}`]
  return Math.max(allTradedSince(assets), ...names.map(name => protocolsOpened.get(name) ?? 0))
}
