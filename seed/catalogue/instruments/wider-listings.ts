import { datesOf, ruleOf } from '../../table-text.ts'
import { assetOf, assets } from '../assets/asset-catalogue.ts'
import { isCoin } from '../assets/asset-list.ts'
import { soleExchanges } from '../assets/wider-assets.ts'
import { perpetualRules, type QuoteRules, spotRules } from '../venues/listing-rules.ts'
import { perpetualListings } from './derivative-listings.ts'
import { passingCoins, passingSlots, spotListings } from './spot-listings.ts'

/** Coins that an exchange delisted while they traded elsewhere: exchange, asset, day. */
export const delistings = datesOf(`
bnce srm 2022-11-28  bnce keep 2022-06-30  bnce rep 2022-12-22  bnce ant 2024-02-20  bnce vai 2024-02-20  bnce xmr 2024-02-20
bnce icn 2018-11-12  bnce salt 2019-02-22  bnce sub 2019-02-22  bnce omg 2024-06-17  bnce waves 2024-06-17  bnce wnxm 2024-06-17  bnce xem 2024-06-17  bnce for 2024-08-26  bnce loom 2024-08-26
bnce key 2024-12-10  bnce ren 2024-12-10  bnce badger 2025-04-16  bnce bal 2025-04-16  bnce cream 2025-04-16  bnce elf 2025-04-16
bnce troy 2025-04-16  bnce alpaca 2025-05-02  bnce wing 2025-05-02  bnce alpha 2025-07-04  bnce bsw 2025-07-04
bnce kmd 2025-07-04  bnce lto 2025-07-04  bnce perp 2025-11-12  okex kp3r 2023-12-06  okex xmr 2024-01-05  okex zec 2024-01-05
okex omg 2024-03-20  okex badger 2025-03-14  huob xmr 2022-09-19  huob zec 2022-09-19  huob srm 2022-12-01  bfnx omg 2023-12-15
cbse omg 2023-12-20  cbse rep 2024-05-02  cbse loom 2024-12-06  cbse kp3r 2025-06-17  gmni omg 2023-10-12  kcon srm 2022-12-09
kcon badger 2025-05-08  gate srm 2023-03-10  stmp rep 2023-08-29  krkn omg 2024-09-18  krkn rep 2025-09-03  upbt omg 2024-03-18`)

/** Coins by interest, without those that few exchanges list. */
const ranked: readonly string[] = assets
  .filter(asset => isCoin(asset) && !asset.assetClasses.includes('exchange-token') && !soleExchanges.has(asset.code))
  .sort((a, b) => b.popularity - a.popularity)
  .map(({ code }) => code)

export type Listings = Record<string, Record<string, readonly string[]>>

/** By exchange and quote, as lists of bases. */
export const widerSpot = withFew(expanded(spotRules, spotListings, passingSlots))
export const widerPerpetuals = expanded(perpetualRules, perpetualListings, [])

function expanded(
  rules: Record<string, QuoteRules>,
  ahead: Record<string, Record<string, string>>,
  slots: readonly { exchange: string; quote: string }[],
): Listings {
  const passing = new Set(passingCoins)
  const of = (exchange: string, quote: string, rule: string) => {
    const taken = new Set((ahead[exchange]?.[quote] ?? '').split(' '))
    // A slot lists them for some quarters.
    const hasSlot = slots.some(slot => slot.exchange === exchange && slot.quote === quote)
    const isOther = (base: string) => !taken.has(base) && !(hasSlot && passing.has(base))
    return basesOf(rule).filter(
      base => isOther(base) && !isTurned(base, quote, { ...ahead[exchange], ...rules[exchange] }),
    )
  }
  const perExchange = Object.entries(rules).map(([exchange, quotes]) => {
    const perQuote = Object.entries(quotes).map(([quote, rule]) => [quote, of(exchange, quote, rule)] as const)
    return [exchange, Object.fromEntries(perQuote)] as const
  })
  return Object.fromEntries(perExchange)
}

/** With the coins that few exchanges list, against the first quote of each. */
function withFew(listings: Listings): Listings {
  const perExchange = Object.entries(listings).map(([exchange, quotes]) => {
    const few = [...soleExchanges].flatMap(([code, exchanges]) => (exchanges.includes(exchange) ? [code] : []))
    const [[quote, bases] = ['', []]] = Object.entries(quotes)
    return [exchange, { ...quotes, [quote]: [...bases, ...few] }] as const
  })
  return Object.fromEntries(perExchange)
}

/** A pair goes in one direction: the asset that is more of a money is its quote. */
function isTurned(base: string, quote: string, quotes: Record<string, string>): boolean {
  return base === quote || (base in quotes && moneyOf(base) < moneyOf(quote))
}

function moneyOf(code: string): number {
  const place = ['btc', 'eth'].indexOf(code)
  if (place >= 0) return 2 + place
  return isCoin(assetOf(code)) ? 4 : 1
}

function basesOf(rule: string): string[] {
  const { most, more, less } = ruleOf(rule)
  return [...new Set([...ranked.slice(0, most), ...more])].filter(code => !less.has(code))
}
