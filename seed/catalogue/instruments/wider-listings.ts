import { datesOf } from '../../table-text.ts'
import { assetOf, assets } from '../assets/asset-catalogue.ts'
import { isCoin } from '../assets/asset-list.ts'
import { perpetualListings } from './derivative-listings.ts'
import { passingCoins, passingSlots, spotListings } from './spot-listings.ts'

/**
 * What an exchange lists beyond what profiles fill ahead: by quote, the number of coins, the largest first, then more assets
 * after + and coins that it does not list after −. Two list nearly every coin. Approximate: the rules resemble what each
 * venue lists, but were not compared with its list of markets.
 */
type QuoteRules = Record<string, string>

const privacy = 'xmr zec dash zen bdx'
/** Tokens of protocols that price feeds ask for, whatever their rank. */
const defi =
  'yfi 1inch rpl ens fxs chz enj om perp uma bnt rune spell dydx gno lqty alpha farm cream dpi index ampl rai susd mim ren ogn mln rep nmr badger alcx cvx kp3r knc zrx bat sand axs ape lrc imx storj frax lusd xaut'
/** Coins that Binance has listed against bitcoin, and against ether, whatever their rank. */
const ofEth =
  'dot matic atom uni etc xlm near fil icp vet apt qnt ape mana sand axs theta aave eos xtz egld flow grt mkr crv comp sushi yfi 1inch knc lrc zrx bat enj chz storj ankr ldo ens imx gmx op arb usdc link'
const ofBtc = `${ofEth} algo hbar snx bal ren omg ocean band badger srm mln rep nmr ogn cvx paxg rpl`
const old = 'matic ftm rndr klay eos lend luna omg rep ren loom badger kp3r ant dnt'

const spotRules: Record<string, QuoteRules> = {
  cbse: {
    usd: `80 + ${defi} matic mkr badger alcx mln rep nmr ogn cvx kp3r omg rndr eos loom index dai gusd eurc bal sushi band ankr ocean grt snx mana wbtc zec rare rari auction req forth gyen − xmr zen bdx susd mim rai ampl leo trump luna luna2 lunc ustc m sun jst win ht`,
    eur: '12 − xmr',
    gbp: '10 − xmr',
    usdc: '6',
    btc: '10 − xmr trx',
  },
  bnce: {
    usdt: `120 + ${defi} wbeth bnsol usdc fdusd tusd usde usd1 rlusd busd ust matic mkr waves xem ctsi keep badger alcx mln rep nmr ogn cvx srm kp3r omg ren loom ${old} mbox bsw for adx fis pha movr dego wing auto ern pla orn mdx vai arpa chr dusk win tru idex bond gal people − susd mim rai`,
    usdc: '24 + eur',
    fdusd: '14 + usdc',
    btc: `21 + wbeth ${ofBtc}`,
    eth: `12 + wbeth bnsol ${ofEth}`,
    bnb: '8',
    try: '14 + usdc',
    brl: '10 + usdc eth',
    eur: '12 + euri',
    busd: '10',
    jpy: '10',
    mxn: '0 + usdt',
    zar: '0 + usdt btc',
    ars: '0 + usdt btc',
  },
  binc: { usdt: '14', usdc: '10' },
  krkn: {
    usd: `100 + ${defi} usde usds usdg rlusd tbtc cbbtc eurt eurq eurr usdq usdr bnb mana egld sushi bal band ankr ocean grt gmx steth wbtc gbp aud mkr matic badger alcx mln rep nmr ogn cvx kp3r omg ${old}`,
    eur: '30 + dai paxg tusd pyusd usde usdg rlusd eurc eurt eurq tbtc matic mln badger rep',
    gbp: '12 + usdc',
    usdt: '12 + usdc',
    usdc: '12',
    btc: '12 + wbtc tbtc',
    eth: '11 + wbtc steth',
    jpy: '4',
    cad: '8 + usdc',
    aud: '11 + usdc',
    chf: '4 + usdc',
  },
  bfnx: {
    usd: '18 + leo omg usdc xaut eurt usde eur gbp mxnt cnht',
    usdt: '16 + leo xaut eurt usdc',
    btc: '12 + leo',
    eur: '10 + eurt',
    gbp: '3',
    jpy: '2',
  },
  stmp: {
    usd: `18 + dai eurc rlusd gusd usde pyusd eur gbp mln alcx cvx nmr rep − ${privacy}`,
    eur: '15 + usdc eurc dai',
    gbp: '8 + usdt',
    btc: '10',
    usdt: '8',
    usdc: '4 + eurc',
  },
  gmni: {
    usd: `18 + usdt usdc rlusd dai lusd alcx mln badger nmr rep cvx omg zec fil matic mana sand axs ape bat grt enj chz gala lrc imx ankr storj skl knc zrx ens ldo crv comp snx sushi yfi 1inch bal mkr amp oxt inj ftm render pepe shib wif bonk floki fet qnt dexe fox − xmr dash zen bdx`,
    gbp: '3',
    eur: '4',
    btc: '4',
    gusd: '4',
    sgd: '3',
  },
  okex: {
    usdt: `80 + ${defi} okb usdc usde steth tusd dai mkr matic badger alcx kp3r omg eos − ht`,
    usdc: '18',
    usd: '12 + usdt usdc',
    eur: '12 + usdc usdt',
    btc: '12',
    eth: '8 + okb beth',
    brl: '3 + usdt',
    try: '8 + usdt',
    aud: '4 + usdt usdc',
    sgd: '2 + usdt usdc',
  },
  huob: {
    usdt: '37 + ht usdc usdd tusd steth wbtc mkr matic badger srm omg eos luna mln',
    btc: '14 + ht',
    usdc: '6',
    usdd: '4',
    eth: '10',
    ht: '4',
    husd: '8',
  },
  kcon: {
    usdt: `110 + ${defi} kcs usdc usde usdd tusd matic mkr badger srm omg alcx mln`,
    usdc: '12',
    btc: '17 + kcs',
    eth: '12 + kcs',
    eur: '4',
    brl: '2',
    kcs: '6',
    dai: '2',
  },
  gate: {
    usdt: `999 + ${defi} fei tribe gt usdc usde usdd dai tusd weeth meth cbbtc usdy lbtc solvbtc fbtc gho usd0 dola ezeth rseth frxeth jupsol bsol stsol ${old} mkr alcx mln rep srm − ht`,
    usdc: '12',
    btc: '11',
    eth: '10 + gt bch algo hbar snx bal ren ocean band badger alcx mln rep nmr ogn cvx kp3r tusd srm',
    usd: '4',
    try: '11',
  },
  crco: {
    usd: `80 + cro usdc usdt usde pyusd mkr matic alcx badger nmr mln ogn cvx rep`,
    usdt: '12 + cro usdc',
    btc: '10 + cro',
    eur: '8',
  },
  upbt: {
    krw: `50 + usdc usd1 usde mkr matic rep omg eos − ${privacy} leo okb`,
    btc: '14 + usdc dai mkr tusd rep mln nmr ogn omg',
    usdt: '12',
  },
  bthb: { krw: `49 + usdc usde usds usd1 mkr matic rep omg eos − ${privacy}`, btc: '12' },
  bfly: { jpy: '12 − hype', btc: '3' },
  itbi: { usd: `10 + usdg pyusd usdc − ${privacy} hype doge`, eur: '2' },
  lmax: { usd: `10 − ${privacy} hype doge`, eur: '4' },
  bbsp: {
    usdt: '100 + mnt usdc usde usdtb usdy gho usd0 ezeth rseth btcb lbtc dai usdd tusd fdusd meth bgb eurc mkr matic luna omg eos rndr',
    usdc: '17 + mnt meth',
    eur: '14 + usdc usdt',
    btc: '11',
    eth: '4 + meth',
    brl: '8 + usdt usdc',
    try: '4 + usdt',
    pln: '2 + usdt',
  },
  btgt: {
    usdt: '100 + bgb hft loka tlm stmx bel yfii usdc usde dai mkr matic eos rndr steth wbtc',
    usdc: '12',
    btc: '6',
    eth: '4',
    eur: '6 + usdt usdc',
    brl: '2 + usdt',
  },
  mexc: {
    usdt: `999 + ${defi} usdc usde dai usdd tusd okb bgb gt ht leo eurc wbtc steth ${old} mkr`,
    usdc: '17 + eurc',
    btc: '12',
    eth: '10',
    eur: '8 + usdt usdc',
    brl: '2 + usdt',
  },
  bnus: {
    usd: `21 + usdc usdt dai matic omg rep alcx − ${privacy}`,
    usdt: `24 + usdc dai matic − ${privacy}`,
    btc: '12',
    usdc: '4',
    eth: '2',
  },
  btso: {
    mxn: '14 + usdt usdc dai tusd usd mkr matic',
    usd: '14 + usdt usdc dai matic',
    btc: '12 + mana',
    brl: '10 + usdt usdc',
    ars: '4 + usdt usdc dai',
    cop: '3 + usdt',
    usdt: '4',
  },
  mbtc: { brl: '28 + usdt usdc dai paxg mkr matic wbtc brz' },
  ccck: { jpy: '12 + dai mkr matic − xmr zec dash hype trx sui' },
  zaif: { jpy: '6 + xem − sol bnb', btc: '2 + xem' },
  btbk: { jpy: '14 + mkr matic omg − xmr zec dash', btc: '6' },
  cone: { krw: `37 + usdt usdc mkr matic eos − ${privacy}` },
  krbt: { krw: `26 + usdt usdc dai matic − ${privacy}` },
  btrk: { try: '25 + usdt usdc mkr matic', usdt: '17 + mkr matic', btc: '3' },
  prbu: { try: '16 + usdt usdc matic mkr', usdt: '12' },
  indo: { idr: '20 + usdt usdc idrt mkr matic', usdt: '10' },
  btcm: { aud: '12 + usdt usdc audd matic omg comp − xmr zec dash hype', btc: '4' },
  inrs: {
    aud: '12 + usdt usdc dai matic mkr gusd − xmr zec dash hype',
    usd: '11 + usdt usdc',
    nzd: '10 + usdt usdc',
    sgd: '6 + usdt usdc xsgd',
  },
  luno: { zar: '11 + usdt usdc matic', ngn: '3 + usdt usdc', myr: '10 + usdc', eur: '4', gbp: '4', idr: '3', btc: '4' },
  cexi: { usd: '17 + usdt usdc dai matic mkr omg rep', eur: '14 + usdt usdc', gbp: '11 + usdt', usdt: '12', btc: '4' },
  exmo: {
    usd: '14 + usdt usdc dai',
    usdt: '14',
    eur: '11 + usdt',
    btc: '12',
    uah: '4 + usdt',
    rub: '8 + usdt',
    pln: '3',
  },
  hitb: {
    usdt: '33 + usdc dai tusd eurs mkr matic badger omg rep mln srm',
    btc: '12 + mkr rep',
    eth: '6 + rep omg',
    usdc: '4',
  },
  polo: {
    usdt: '34 + usdc usdd tusd dai wbtc mkr matic badger rep omg srm mln',
    btc: '16 + rep omg mln',
    trx: '10',
    usdd: '6',
    usdc: '6',
  },
  btrx: {
    usd: '21 + usdt usdc dai mkr matic omg rep',
    usdt: '24 + usdc dai mkr matic badger srm mln rep omg',
    btc: '14 + mkr matic rep omg nmr mln',
    eth: '6',
    eur: '8 + usdt',
  },
  ftxx: {
    usd: '29 + ftt usdt dai wbtc mkr matic srm badger mln kp3r omg luna eur gbp aud paxg xaut',
    usdt: '17 + ftt srm',
    btc: '12 + ftt',
    eur: '4 + ftt',
    eurt: '3',
    try: '3',
  },
  okcn: { usd: '12 + okb usdt usdc dai matic omg', eur: '10', usdt: '4', btc: '4' },
  btvo: { eur: '40 + usdc usdt dai eurc mkr matic badger omg rep mln alcx cvx paxg usde wbtc − leo', usdc: '12' },
  wtbt: {
    usdt: '41 + usdc dai tusd mkr matic',
    btc: '16',
    eur: '12 + usdt usdc',
    usd: '12 + usdt usdc',
    try: '10 + usdt',
    uah: '6 + usdt',
    usdc: '12',
  },
  cnex: { usdt: '49 + usdc dai mkr matic badger rep omg', btc: '17', usdc: '11' },
  lbnk: { usdt: '52 + usdc mkr matic', btc: '4', eth: '4' },
  blsh: {
    usdc: '17 + usdt eurc dai usd1 rlusd pyusd',
    usd: '10 + usdc usdt',
    usdt: '12',
    btc: '6',
    eur: '2 + eurc usdc',
  },
  hypl: { usdc: '4 + hype usde usdt pump fartcoin xaut' },
}

const perpetualRules: Record<string, QuoteRules> = {
  bbit: { usdt: '49 + mkr matic', usdc: '12', usd: '10' },
  binc: { usdt: '52 + mkr matic luna', usdc: '12', usd: '12', busd: '12' },
  okex: { usdt: '34 + okb mkr matic', usd: '11', usdc: '4' },
  drbt: { usdc: '11' },
  btmx: { usdt: '17', usd: '12' },
  huob: { usdt: '25 + matic', usd: '11' },
  kcon: { usdt: '41 + matic', usdc: '10', usd: '4' },
  gate: { usdt: '46 + gt matic mkr', btc: '0 + btc' },
  crco: { usd: '24 + cro' },
  bfnx: { usdt: '14' },
  btgt: { usdt: '49 + bgb mkr matic', usdc: '12', usd: '6' },
  mexc: { usdt: '52 + mkr matic', usdc: '4', usd: '4' },
  ftxx: { usd: '28 + ftt matic srm luna mkr' },
  wtbt: { usdt: '26' },
  cnex: { usdt: '26', usd: '2' },
  hypl: { usdc: '32 + mkr matic' },
  dydx: { usd: '24 + mkr matic' },
  krft: { usd: '34 + mkr matic' },
}

/** Coins that an exchange delisted while they traded elsewhere: exchange, asset, day. */
export const delistings = datesOf(`
bnce xmr 2024-02-20  bnce srm 2022-11-28  bnce waves 2024-06-17  bnce xem 2024-06-17  bnce omg 2024-06-17  bnce badger 2025-04-16
bnce ctsi 2026-01-01  bnce ant 2024-12-10  bnce ren 2024-11-06  bnce keep 2022-06-30  bnce loom 2024-11-06  bnce rep 2022-12-22
okex xmr 2024-01-05  okex zec 2024-01-05  okex badger 2025-03-14  okex kp3r 2023-12-06  okex omg 2024-03-20  huob xmr 2022-09-19
huob zec 2022-09-19  huob srm 2022-12-01  krkn xmr 2024-12-31  bfnx omg 2023-12-15  cbse omg 2023-12-20  cbse loom 2024-12-06
cbse rep 2024-05-02  cbse badger 2025-08-20  cbse kp3r 2025-06-17  cbse mln 2025-12-04  gmni omg 2023-10-12  kcon srm 2022-12-09
kcon badger 2025-05-08  gate srm 2023-03-10  stmp rep 2023-08-29  krkn omg 2024-09-18  krkn rep 2025-09-03  upbt omg 2024-03-18`)

/** Coins by interest, without those that only their own exchange lists. */
const ranked: readonly string[] = assets
  .filter(asset => isCoin(asset) && !asset.assetClasses.includes('exchange-token'))
  .sort((a, b) => b.popularity - a.popularity)
  .map(({ code }) => code)

export type Listings = Record<string, Record<string, readonly string[]>>

/** By exchange and quote, as lists of bases. */
export const widerSpot = expanded(spotRules, spotListings, passingSlots)
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

/** A pair goes in one direction: the asset that is more of a money is its quote. */
function isTurned(base: string, quote: string, quotes: Record<string, string>): boolean {
  return base === quote || (base in quotes && isMoreMoney(base, quote))
}

function isMoreMoney(one: string, other: string): boolean {
  return moneyOf(one) < moneyOf(other)
}

function moneyOf(code: string): number {
  const place = ['btc', 'eth'].indexOf(code)
  if (place >= 0) return 2 + place
  return isCoin(assetOf(code)) ? 4 : 1
}

function basesOf(rule: string): string[] {
  const { most, bases, without } = partsOf(rule)
  return [...new Set([...ranked.slice(0, most), ...bases])].filter(code => !without.includes(code))
}

function partsOf(rule: string) {
  const [, most, more, without] = /^(\d+)(?: \+ ([^−]*?))?(?: − (.*))?$/.exec(rule)!
  return { most: Number(most), bases: more?.split(' ') ?? [], without: without?.split(' ') ?? [] }
}

/** The codes that rules name, so that a test can look each up. */
export function rulesOfListings(): { quote: string; bases: string[]; without: string[] }[] {
  return [...Object.values(spotRules), ...Object.values(perpetualRules)].flatMap(rules =>
    Object.entries(rules).map(([quote, rule]) => ({ quote, ...partsOf(rule) })),
  )
}
