import { aliases } from '../seed/catalogue/aliases.ts'
import { assets } from '../seed/catalogue/assets/asset-catalogue.ts'
import { tokenAddresses } from '../seed/catalogue/assets/token-addresses.ts'
import { decimalsOf } from '../seed/catalogue/assets/tokens.ts'
import { assetEnd, ratioOf, soleExchanges, successors } from '../seed/catalogue/assets/wider-assets.ts'
import { exchanges } from '../seed/catalogue/exchange-list.ts'
import { opensSince, tradedSince } from '../seed/catalogue/instruments/beginnings.ts'
import { firstIdWhenAsked, type Instrument } from '../seed/catalogue/instruments/instrument.ts'
import { delistings, widerPerpetuals, widerSpot } from '../seed/catalogue/instruments/wider-listings.ts'
import { pools, poolWith } from '../seed/catalogue/pool-catalogue.ts'
import { perpetualRules, spotRules } from '../seed/catalogue/venues/listing-rules.ts'
import { finestTick, tickOn } from '../seed/catalogue/venues/past-steps.ts'
import { widerPools } from '../seed/catalogue/wider-pools.ts'
import { createWorld } from '../seed/index.ts'
import { lendingMarkets } from '../seed/lending/lending-list.ts'
import { changeSpan, LendingPath } from '../seed/lending/lending-path.ts'
import { lineOf, mostLines } from '../seed/pools/log-index.ts'
import { type Pool, protocols } from '../seed/pools/pool-list.ts'
import { swapFlow } from '../seed/pools/swap-flow.ts'
import { firstBeginning, worldStart } from '../seed/profiles.ts'
import { liquidStakings, stakingChains } from '../seed/supply/staking-list.ts'
import {
  allSupplies,
  allSupplyAssets,
  assetsWithSupplyAhead,
  rankedInPast,
  suppliesOf,
} from '../seed/supply/supplies.ts'
import { Tape } from '../seed/trading/tape.ts'
import type { World } from '../seed/world.ts'
import { day, hour } from '../src/market/time.ts'
import t from './harness/tap.ts'
import { mean } from './harness/tape-measures.ts'

const end = Date.UTC(2026, 0, 31)
const listed = createWorld({ seed: 'test', profile: 'standard' }).listed({ from: end - day, to: end })
const wider = listed.filter(({ id }) => id >= firstIdWhenAsked)
const known = new Map(assets.map(asset => [asset.code, asset]))

t.test('the catalogue is wide, and its codes are unique', async t => {
  t.ok(assets.length >= 600 && exchanges.length >= 60 && wider.length >= 3_000, 'the catalogue is wide')
  t.equal(known.size, assets.length)
  for (const field of ['code', 'legacySlug', 'name'] as const)
    t.equal(new Set(exchanges.map(one => one[field])).size, exchanges.length, field)
  t.equal(new Set(listed.map(({ id }) => id)).size, listed.length)
  const seen = new Set<string>()
  for (const { exchange, class: kind, code } of listed) {
    const name = `${exchange} ${kind} ${code}`
    if (seen.size === seen.add(name).size) t.fail(`${name} is listed twice`)
  }
})

t.test('every code of the rules is an asset, and every exchange of the rules exists', async t => {
  const rules = [...Object.values(spotRules), ...Object.values(perpetualRules)].flatMap(Object.entries<string>)
  const codes = rules.flatMap(([quote, rule]) => [
    quote,
    ...rule
      .trim()
      .split(/[\s+−]+/)
      .slice(1),
  ])
  t.same([...new Set(codes)].filter(code => !known.has(code)).sort(), [])
  const used = [...Object.keys(widerSpot), ...Object.keys(widerPerpetuals)]
  t.same(
    used.filter(code => !exchanges.some(exchange => exchange.code === code)),
    [],
  )
  for (const name of delistings.keys()) {
    const [exchange, asset] = name.split(' ')
    t.ok(
      listed.some(one => one.exchange === exchange && one.base === asset && Number.isFinite(one.ended)),
      name,
    )
  }
})

t.test('a coin whose row names exchanges is on those alone, against the first quote or in pools', async t => {
  const basesOf = (kind: string, listings: typeof widerSpot) =>
    Object.entries(listings).flatMap(([exchange, quotes]) =>
      Object.entries(quotes).flatMap(([quote, bases]) =>
        bases.map(base => ({ base, at: `${exchange} ${kind} ${quote}` })),
      ),
    )
  const pooled = pools.flatMap(({ protocol, tokens }) => tokens.map(base => ({ base, at: `${protocol} pools` })))
  const all = [...basesOf('spot', widerSpot), ...basesOf('perpetual-future', widerPerpetuals), ...pooled]
  const places = Map.groupBy(all, ({ base }) => base)
  t.ok(soleExchanges.size > 15, 'several rows name exchanges')
  for (const [code, exchanges] of soleExchanges) {
    const found = new Set((places.get(code) ?? []).map(({ at }) => at))
    const named = exchanges.map(exchange => {
      const [quote] = Object.keys(spotRules[exchange] ?? {})
      return quote === undefined ? `${exchange} pools` : `${exchange} spot ${quote}`
    })
    t.same([...found].sort(), named.sort(), code)
  }
})

t.test('every asset has a supply, except currencies, metals and leveraged tokens', async t => {
  const supplied = new Set(allSupplies.map(({ asset }) => asset))
  const without = assets.filter(({ code }) => !supplied.has(code))
  t.same(
    without.filter(
      ({ assetClass, code }) => !['fiat', 'leveraged-token'].includes(assetClass) && !/^xa[ug]$/.test(code),
    ),
    [],
  )
  for (const { asset, supply, locked } of allSupplies) {
    if (!(supply > 0 && locked.share >= 0 && locked.share < 1)) t.fail(asset)
    const cap = supply * (1 - locked.share) * known.get(asset)!.level
    if (cap < 1e5 || cap > 1e13) t.fail(`the market cap of ${asset} is ${cap}`)
  }
})

t.test('codes end after they begin, and their successors exist within a week', async t => {
  for (const { code } of assets) {
    const ended = assetEnd(code)
    if (ended !== undefined && ended <= tradedSince(code)) t.fail(`${code} ends before it begins`)
  }
  for (const [code, successor] of successors) {
    t.ok(tradedSince(successor) - assetEnd(code)! < 7 * day, `${code} ends a week before ${successor} begins`)
    t.equal(assetEnd(successor), undefined, successor)
  }
})

t.test('coins that were exchanged have one price', async t => {
  const { prices } = createWorld({ seed: 'test', profile: 'standard' })
  for (const [code, successor] of successors) {
    const [price, other] = [code, successor].map(one => prices.at(one, assetEnd(code)!))
    const off = price! / (ratioOf(code) * other!) - 1
    t.ok(Math.abs(off) < 0.01, `${code} is worth ${ratioOf(code)} ${successor}, off by ${off}`)
  }
  t.equal(ratioOf('mkr'), 24_000)
})

t.test('other names stand for what exists and are no code themselves', async t => {
  const codesOf = {
    exchange: new Set(exchanges.map(({ code }) => code)),
    asset: new Set(known.keys()),
    staking: new Set([...stakingChains, ...liquidStakings].map(({ code }) => code)),
  }
  t.ok(codesOf.staking.size >= 25, 'many staking codes exist')
  for (const { entity, name, code } of aliases) {
    t.ok(codesOf[entity].has(code), `${entity} ${code}`)
    t.notOk(codesOf[entity].has(name), `${entity} ${name}`)
  }
})

t.test('contracts of tokens have the form of their chain, and each its own', async t => {
  for (const [chain, tokens] of Object.entries(tokenAddresses)) {
    const form = chain === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{43,44}$/ : /^0x[0-9a-f]{40}$/
    for (const [code, address] of Object.entries(tokens)) t.match(address, form, `${chain} ${code}`)
    t.equal(new Set(Object.values(tokens)).size, Object.keys(tokens).length, chain)
  }
})

t.test('tokens of pools have published contracts', async t => {
  const held = pools.flatMap(({ blockchain, tokens }) => tokens.map(code => `${blockchain} ${code}`))
  t.same(
    [...new Set(held)].filter(name => {
      const [chain = '', code = ''] = name.split(' ')
      return tokenAddresses[chain]?.[code] === undefined
    }),
    [],
  )
  const places = ['ethereum floki', 'bsc floki', 'bsc usdc', 'ethereum spx'].map(name => {
    const [chain = '', code = ''] = name.split(' ')
    return decimalsOf(chain, code)
  })
  t.same(places, [9, 9, 18, 8])
})

t.test('no instrument begins before the first exchange opened', async t => {
  t.equal(Math.min(...listed.map(one => one.listed)), firstBeginning)
})

t.test('pools and lending markets begin after their tokens and protocols', async t => {
  const world = createWorld({ seed: 'test', profile: 'standard' })
  const histories = world.instruments({ from: end - day, to: end }).flatMap(one => world.pools.of(one))
  const vaults = lendingMarkets.map(market => ({ market, path: new LendingPath(world, market) }))
  const openedOf = ({ protocol, blockchain, tokens }: Pool) => opensSince(protocol, blockchain, tokens)
  const isLater = (pool: Pool) => openedOf(pool) > worldStart
  t.same(
    pools.filter(one => isLater(one) && one.since !== openedOf(one)),
    [],
  )
  t.same(
    histories
      .filter(({ pool }) => isLater(pool))
      .map(({ pool }) => pool.tokens[0])
      .sort(),
    'arb arb arb cbeth cbeth crvusd eurc gmx jitosol msol orca pyusd quick weth wsol'.split(' '),
  )
  for (const history of histories) {
    const { pool, positions } = history
    const traded = Math.max(...pool.tokens.map(tradedSince))
    if (isLater(pool))
      t.same(history.of(openedOf(pool) / hour).swaps, [], `${pool.tokens} is not swapped on its first day`)
    t.ok(Math.min(...positions.founding.map(({ events }) => events[0]!.time)) >= traded, `${pool.tokens} founded`)
  }
  for (const { market, path } of vaults.filter(({ market }) => isLater(market.pool))) {
    const name = `${market.pool.protocol} ${market.asset}`
    const opened = openedOf(market.pool)
    const sooner = []
    for (
      let span = Math.floor(Math.max(worldStart, opened - 90 * day) / changeSpan);
      span * changeSpan < opened;
      span++
    )
      sooner.push(...path.changes(span).filter(({ time }) => time < opened))
    t.same(sooner, [], name)
    t.ok(path.changes(Math.floor(opened / changeSpan) + 1).length > 0, `${name} is lent then`)
  }
})

t.test('pools of liquid staking tokens are swapped several times an hour where they are deep', async t => {
  const [deepest] = listed.filter(({ exchange, code }) => exchange === 'usp3' && code === 'wsteth-weth')
  t.ok(deepest!.rate > 100, `${deepest!.rate} a day`)
})

t.test('protocols open when they were launched, and add markets later', async t => {
  const launched: Record<string, string> = {
    'aav3 polygon usdc': '2022-03-16',
    'cmp3 ethereum usdc': '2022-08-26',
    'aav3 ethereum usdc': '2023-01-27',
    'sprk ethereum dai': '2023-05-09',
    'mrpb ethereum usdc': '2024-01-10',
    'flud ethereum usdc': '2024-02-20',
    'cmp3 arbitrum usdc': '2023-05-04',
    'cmp3 ethereum usdt': '2024-07-01',
    'aav3 ethereum crvusd': '2023-11-27',
    'aav3 ethereum pyusd': '2024-02-05',
    'aav3 ethereum eurc': '2025-06-15',
    'sus3 ethereum weth-usdc': '2023-05-05',
  }
  const nameOf = ({ protocol, blockchain, tokens }: Pool) => `${protocol} ${blockchain} ${tokens.join('-')}`
  for (const [name, since] of Object.entries(launched))
    t.equal(pools.find(one => nameOf(one) === name)?.since, Date.parse(since), name)
  t.equal(pools.find(one => nameOf(one) === 'cmpd ethereum usdc')?.since, null, 'those before the world begin with it')
})

t.test('wider pools have instruments of one chain, lines of their own, and tokens that trade', async t => {
  t.ok(pools.length >= 250 && protocols.length >= 40, 'there are many pools and protocols')
  t.equal(new Set(pools.map(({ id }) => id)).size, pools.length)
  const swapped = pools.filter(({ type }) => type !== 'vault')
  t.equal(new Set(swapped.map(({ id, blockchain }) => `${blockchain} ${lineOf(id)}`)).size, swapped.length)
  t.ok(new Set(swapped.map(({ blockchain }) => blockchain)).size >= 5, 'pools are on five chains')
  t.ok(
    swapped.every(({ id }) => lineOf(id) > 0 && lineOf(id) <= mostLines),
    'every pool has its line',
  )
  t.ok(
    widerPools.every(({ type, tickSpacing }) => (type === 'concentrated') === (tickSpacing !== null)),
    'concentrated pools alone have a spacing',
  )
  t.same(
    widerPools.filter(({ tokens }) => tokens.some(code => assetEnd(code) !== undefined)),
    [],
  )
  const traded = wider.filter(one => one.pools.length > 0)
  t.same(
    traded.flatMap(one => one.pools).sort(),
    widerPools
      .filter(one => one.since! + day < end)
      .map(({ id }) => id)
      .sort(),
  )
  for (const { pools: held, blockchain, code } of traded)
    t.ok(
      held.every(id => poolWith(id)!.blockchain === blockchain),
      code,
    )
  const known = new Set(protocols.map(({ code }) => code))
  for (const { versions = [] } of protocols)
    t.ok(
      versions.every(version => known.has(version)),
      'every version is a protocol',
    )
})

/** Issued on chains, or traded at venues, that the catalogue lacks. */
const elsewhere = new Set('buidl usyc usdb usdx zusd fusd seur gbpt tgbp qcad wavax eeth savax kau dgx'.split(' '))
/** At home on one venue, as published. */
const atHome = new Set('wbt mx bidr cusd cnht mxnt ousd usdtb sdai seth pufeth weth wsol wpol wbnb'.split(' '))

t.test('swaps are whole lots', t => {
  const world = createWorld({ seed: 'test', profile: 'standard' })
  const cheap = wider.filter(({ pools, lot }) => pools.length > 0 && lot > 1)
  t.ok(cheap.length > 0, 'some have lots of several coins')
  for (const one of cheap) {
    const [flow, tape] = [swapFlow(world, one), new Tape()]
    for (let time = end - day; time < end; time += hour) flow.fill(time / hour, tape)
    const amounts = tape.amounts.slice(0, tape.length)
    t.ok(amounts.length > 0 && amounts.every(amount => amount % one.lot === 0), one.code)
  }
  t.end()
})

t.test('a venue lists a pair in one direction', async t => {
  const spot = listed.filter(one => one.class === 'spot' && one.pools.length === 0)
  const pairs = new Set(spot.map(({ exchange, base, quote }) => `${exchange} ${base} ${quote}`))
  t.same(
    spot.filter(({ exchange, base, quote }) => pairs.has(`${exchange} ${quote} ${base}`)).map(({ code }) => code),
    [],
  )
})

t.test('every asset trades on two venues, or did before its code ended', async t => {
  const venues = new Map<string, Set<string>>()
  const add = (code: string, exchange: string) => venues.set(code, (venues.get(code) ?? new Set()).add(exchange))
  for (const { exchange, base, quote, ended, class: kind } of listed) {
    if (kind !== 'spot') continue
    for (const code of [base, quote]) if (ended > end || assetEnd(code) !== undefined) add(code, exchange)
  }
  const traded = assets.filter(({ assetClass, code }) => assetClass !== 'fiat' && !/^xa[ug]$/.test(code))
  const few = traded.map(({ code }) => code).filter(code => (venues.get(code)?.size ?? 0) < 2)
  t.same(
    few.filter(code => !elsewhere.has(code) && !atHome.has(code)),
    [],
  )
  t.same(
    [...elsewhere].filter(code => venues.has(code)),
    [],
    'what trades elsewhere trades nowhere here',
  )
})

t.test('every exchange has instruments, unless it has pools or contracts only', async t => {
  for (const { code, kind } of exchanges)
    if (kind === 'centralised')
      t.ok(
        listed.some(one => one.exchange === code),
        code,
      )
})

t.test('numbers of trades on an exchange are its own for each instrument', async t => {
  const lines = wider.map(({ exchange, line }) => `${exchange} ${line}`)
  t.equal(new Set(lines).size, lines.length)
  for (const { line, code } of wider) if (line < 7_232) t.fail(`${code} has line ${line}`)
})

t.test('orders, ticks and lots fit the price', async t => {
  for (const one of wider) {
    const price = known.get(one.base)!.level / known.get(one.quote)!.level
    const tick = one.tick / 10 ** one.priceDecimals
    const name = `${one.exchange} ${one.class} ${one.code}`
    if (!((one.orderSize > 0 || one.pools.length > 0) && one.rate >= 18))
      t.fail(`${name}: ${one.rate} orders of ${one.orderSize} USD`)
    if (tick > price / 50) t.fail(`${name}: tick ${tick} at ${price}`)
    if (one.ended <= one.listed) t.fail(`${name} ends before it begins`)
  }
})

t.test('coins have shares of their own in the usual turnover of each exchange', async t => {
  const leading = ['btc', 'eth', 'sol', 'xrp', 'doge']
  const isMain = ({ class: kind, quote }: Instrument) =>
    kind === 'perpetual-future' ? quote === 'usdt' : /^(usd|usdt|krw|jpy|mxn|thb)$/.test(quote)
  const markets = Map.groupBy(listed.filter(isMain), one => `${one.exchange} ${one.class} ${one.quote}`)
  const turnoverOf = (market: string, base: string) => {
    const found = markets.get(market)?.find(one => one.base === base)
    return found === undefined ? undefined : found.rate * found.orderSize
  }
  const sharesOf = new Map(leading.map(base => [base, [] as number[]]))
  for (const [market, [one]] of markets) {
    const turnovers = leading.map(base => turnoverOf(market, base)).filter(known => known !== undefined)
    if (turnovers.length < leading.length || one!.pools.length > 0) continue
    const sorted = turnovers.toSorted((a, b) => a - b)
    for (let n = 1; n < sorted.length; n++)
      if (sorted[n]! / sorted[n - 1]! < 1.0005) t.fail(`${market}: ${turnovers.map(usd => Math.round(usd))}`)
    for (const [n, base] of leading.entries()) sharesOf.get(base)!.push(turnovers[n]! / turnovers[0]!)
  }
  for (const [base, least, most] of [
    ['eth', 0.5, 0.85],
    ['sol', 0.18, 0.35],
    ['xrp', 0.18, 0.35],
    ['doge', 0.08, 0.17],
  ] as const) {
    const shares = sharesOf.get(base)!.sort((a, b) => a - b)
    const median = shares[shares.length >> 1]!
    t.ok(shares.length > 20 && median > least && median < most, `${base}: ${median} of bitcoin's, of ${shares.length}`)
  }
  for (const exchange of ['upbt', 'bthb', 'cone', 'krbt']) {
    const [ether, xrp, doge] = ['eth', 'xrp', 'doge'].map(base => turnoverOf(`${exchange} spot krw`, base)!)
    t.ok(Math.min(xrp!, doge!) > ether!, `${exchange}: ${ether}, ${xrp}, ${doge}`)
  }
})

t.test('pairs that no profile fills ahead are as busy as their coin and venue', async t => {
  const running = wider.filter(({ ended }) => ended > end)
  const coins = Map.groupBy(
    running.filter(one => one.class === 'spot' && one.pools.length === 0),
    ({ base }) => base,
  )
  const ordersOf = (code: string) => (coins.get(code) ?? []).reduce((sum, { rate }) => sum + rate, 0)
  for (const code of coins.keys())
    t.ok(ordersOf(code) > 300, `${code} has a price in most half hours: ${ordersOf(code)}`)
  const ranked = ['btc', 'sol', 'link', 'tao', 'chr']
  t.same(
    ranked.toSorted((a, b) => ordersOf(b) - ordersOf(a)),
    ranked,
  )
  const onOne = (kind: string, exchange: string) =>
    running.filter(one => one.class === kind && one.exchange === exchange && one.rate < 300).map(({ rate }) => rate)
  for (const kind of ['spot', 'perpetual-future'])
    t.ok(mean(onOne(kind, 'mexc')) > 1.25 * mean(onOne(kind, 'cnex')), `a large venue is busier: ${kind}`)
  const rates = Map.groupBy(running, ({ rate }) => Math.round(rate * 10))
  const most = Math.max(...[...rates.values()].map(({ length }) => length))
  t.ok(most < 0.01 * running.length, `${most} of ${running.length} have about the same number of orders`)
})

t.test('exchanges name their pairs as they publish them', async t => {
  const names = {
    bmrt: { 'btc-usdt': 'BTC_USDT' },
    bngx: { 'btc-usdt': 'BTC-USDT' },
    phmx: { 'btc-usdt': 'sBTCUSDT' },
    xtcm: { 'btc-usdt': 'btc_usdt' },
    btkb: { 'btc-thb': 'BTC_THB', 'kub-thb': 'KUB_THB' },
  }
  const nameOf = (exchange: string, kind: string, code: string) =>
    listed.find(one => one.exchange === exchange && one.class === kind && one.code === code)?.pairCode
  for (const [exchange, pairs] of Object.entries(names))
    for (const [code, name] of Object.entries(pairs)) t.equal(nameOf(exchange, 'spot', code), name)
  t.same(
    ['btc-usd', 'btc-usdt'].map(code => nameOf('phmx', 'perpetual-future', code)),
    ['BTCUSD', 'BTCUSDT'],
  )
  t.same(
    ['usdt-usd', 'ust-usd'].map(code => nameOf('bfnx', 'spot', code)),
    ['tUSTUSD', 'tTERRAUST:USD'],
  )
  const named = Map.groupBy(listed, one => `${one.exchange} ${one.class} ${one.pairCode.toUpperCase()}`)
  t.same(
    [...named].flatMap(([name, ones]) => (ones.length === 1 ? [] : [[name, ones.map(({ code }) => code)]])),
    [],
  )
})

t.test('prices have the steps that the largest exchanges publish', async t => {
  const places = (exchange: string, code: string) => {
    const one = listed.find(one => one.exchange === exchange && one.class === 'spot' && one.code === code)!
    return one.priceDecimals - Math.round(Math.log10(one.tick))
  }
  const published = {
    bnce: { 'uni-usdt': 3, 'sushi-usdt': 4, 'sand-usdt': 4, 'shib-usdt': 8, 'pepe-usdt': 8 },
    cbse: { 'comp-usd': 2, 'uni-usd': 3, 'shib-usd': 8 },
    okex: { 'sushi-usdt': 4, 'pepe-usdt': 9 },
  }
  for (const [exchange, pairs] of Object.entries(published))
    for (const [code, decimals] of Object.entries(pairs))
      t.equal(places(exchange, code), decimals, `${exchange} ${code}`)
})

t.test('steps were finer in years in which prices were a fraction of those of today', async t => {
  const find = (exchange: string, code: string) =>
    listed.find(one => one.exchange === exchange && one.class === 'spot' && one.code === code)!
  const stepIn = (one: Instrument, year: number) => tickOn(one, Date.UTC(year, 6) / day) / 10 ** one.priceDecimals
  const [link, doge, bitcoin] = [find('bnce', 'link-usdt'), find('bnce', 'doge-usdt'), find('bnce', 'btc-usdt')]
  t.same(
    [2019, 2020, 2021, 2025].map(year => stepIn(link, year)),
    [0.0001, 0.001, 0.001, 0.01],
    'link cost 0.3 at the end of 2018',
  )
  t.equal(stepIn(doge, 2020), 0.000001)
  t.equal(stepIn(bitcoin, 2018), stepIn(bitcoin, 2025))
  t.same(find('bnce', 'wbtc-btc').pastDigits, [], 'it followed bitcoin in all years')
  t.same(
    [2019, 2021, 2025].map(year => stepIn(find('bnce', 'usdt-try'), year)),
    [0.001, 0.001, 0.01],
    'a dollar cost 5 to 13 lira',
  )
  t.equal(
    stepIn(find('bthb', 'usdt-krw'), 2021),
    stepIn(find('bthb', 'usdt-krw'), 2025),
    'a dollar cost 1,100 to 1,200 won',
  )
  for (const one of listed)
    for (let year = 2012; year < 2025 && one.pastDigits.length > 0; year++) {
      if (tickOn(one, Date.UTC(year, 6) / day) % finestTick(one) > 0) t.fail(`${one.code}: a step in ${year}`)
    }
})

const ahead = new Set(allSupplyAssets.slice(0, assetsWithSupplyAhead).map(({ code }) => code))

/** All assets that circulate and have not ended, the largest first. */
function bySize(world: World, time: number): string[] {
  const sizes = allSupplyAssets.flatMap(({ code }) => {
    if (assetEnd(code)! <= time) return []
    const circulating = suppliesOf(world, code)
      .map(({ supply, supplyUnit }) => ({ ...supply.at(time), supplyUnit }))
      .reduce((sum, { total, excluded, supplyUnit }) => sum + (total - excluded) / supplyUnit, 0)
    return circulating > 0 ? [{ code, size: circulating * world.prices.at(code, time) }] : []
  })
  return sizes.sort((a, b) => b.size - a.size).map(({ code }) => code)
}

t.test('the supplies that the ranking compares have the hundred largest assets', async t => {
  for (const seed of ['market', 'other']) {
    const largest = bySize(createWorld({ seed, profile: 'standard' }), Date.UTC(2026, 5, 30)).slice(0, 100)
    t.same(
      largest.filter(code => !ahead.has(code)),
      [],
    )
  }
})

t.test('rankings since 2018 have a hundred assets, and nearly all of the largest of their year', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  for (let year = 2018; year <= 2025; year++) {
    const all = bySize(world, Date.UTC(year, 0))
    const isCompared = (code: string) => ahead.has(code) || rankedInPast().has(code)
    t.ok(all.filter(isCompared).length >= 100, `${year} has ${all.filter(isCompared).length}`)
    const missing = all.slice(0, 100).filter(code => !isCompared(code))
    t.ok(missing.length <= 5, `${year} lacks ${missing}`)
  }
  const largest = bySize(world, Date.UTC(2026, 0))
  const isDerived = (code: string) =>
    ['cryptocurrency', 'liquid-staking'].includes(known.get(code)!.assetClass) &&
    known.get(code)!.price.law !== 'crypto'
  const ten = largest.filter(code => !isDerived(code)).slice(0, 10)
  t.equal(ten.join(' '), 'btc eth usdt bnb xrp usdc sol trx doge ada')
  const first = bySize(world, Date.UTC(2018, 0))
  t.ok(
    ['xem', 'eos', 'qtum', 'lsk', 'strat', 'xno', 'ven'].every(code => first.indexOf(code) < 50),
    first.join(' '),
  )
})
