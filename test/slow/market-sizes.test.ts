import { createWorld } from '../../seed/index.ts'
import { day } from '../../src/market/time.ts'
import { barRows } from '../../src/store/bar-rows.ts'
import { Store } from '../../src/store/store.ts'
import { cataloguePath } from '../harness/catalogue.ts'
import { end } from '../harness/store.ts'
import t from '../harness/tap.ts'

const store = Store.open(cataloguePath, { readonly: true })
t.teardown(() => store.close())

/** Turnover of the last day by exchange and class. */
const turnover = new Map<string, number>()
const markets = new Map(store.all("SELECT id, exchange_code || ' ' || class FROM instrument") as [number, string][])
for (const [instrument, width, , versions, , , , , , , , usd] of barRows(store, end - day, end)) {
  if (width !== day || !(Number(versions) & 1)) continue
  const market = markets.get(instrument as number)!
  turnover.set(market, (turnover.get(market) ?? 0) + Number(usd))
}

function total(kind: string): number {
  return [...turnover].reduce((sum, [market, usd]) => sum + (market.endsWith(` ${kind}`) ? usd : 0), 0)
}

const decentralised = ['usp2', 'usp3', 'sush', 'curv', 'cur2', 'bal2', 'quik', 'caml', 'orca', 'rayd']
const swapped = decentralised.reduce((sum, code) => sum + turnover.get(`${code} spot`)!, 0)

t.test('the relative turnover of classes is realistic', async t => {
  const spot = total('spot') - swapped
  t.ok(total('perpetual-future') > 1.5 * spot, 'perpetual futures trade several times as much as spot')
  t.ok(total('perpetual-future') < 8 * spot, 'perpetual futures trade a few times as much as spot')
  t.ok(total('future') < 0.2 * total('perpetual-future'), 'expiring contracts trade far less')
  t.ok(total('option') < 0.1 * total('perpetual-future'), 'and options')
  t.ok(swapped < 0.3 * spot, 'decentralised exchanges less than centralised ones')
})

t.test('venues rank as in the real market', async t => {
  const order = ['bnce spot', 'okex spot', 'krkn spot', 'gmni spot', 'itbi spot']
  const usd = order.map(market => turnover.get(market)!)
  t.same(
    usd.toSorted((a, b) => b - a),
    usd,
    order.map((market, n) => `${market} ${Math.round(usd[n]! / 1e6)}`).join(', '),
  )
  const largest = [...turnover].filter(([market]) => market.endsWith(' spot')).sort(([, a], [, b]) => b - a)
  t.equal(largest[0]![0], 'bnce spot')
  t.ok(
    turnover.get('binc perpetual-future')! > turnover.get('drbt perpetual-future')! * 10,
    'the largest venue trades ten times as much',
  )
  t.ok(turnover.get('okex option')! < turnover.get('okex spot')! / 4, 'options do not dominate an exchange')
})

const locked = new Map(store.all('SELECT protocol, max(usd) FROM value_locked GROUP BY 1') as [string, number][])

t.test('Aave locks about ten times as much as Uniswap V3', async t => {
  const [lent, provided] = [Number(locked.get('aav3')), Number(locked.get('usp3'))]
  t.ok(lent > 5e9 && lent < 3e10, `${lent}`)
  t.ok(lent > 4 * provided && lent < 25 * provided, `${lent} and ${provided}`)
})

t.test('decentralised exchanges rank as in the real market', async t => {
  const usd = ['aave', 'unis', 'pnck', 'rayd', 'orca', 'caml'].map(code => Number(locked.get(code)))
  t.same(
    usd.toSorted((a, b) => b - a),
    usd,
    usd.join(),
  )
  const [uniswap, pancake, curve] = ['unis', 'pnck', 'crva'].map(code => Number(locked.get(code)))
  t.ok(uniswap! > 1e9 && uniswap! < 4e9, `${uniswap}`)
  for (const other of [pancake!, curve!])
    t.ok(other > 0.3 * uniswap! && other < 0.75 * uniswap!, `${other} of PancakeSwap or Curve, ${uniswap} of Uniswap`)
})

t.test('main pairs have the published tick and lot of their venues', async t => {
  const steps = (market: string) => {
    const [exchange, kind, pair] = market.split(' ')
    const [row] = store.all(
      `SELECT price_tick, price_decimals, amount_decimals FROM instrument WHERE exchange_code = ? AND class = ? AND code = ?`,
      exchange!,
      kind!,
      pair!,
    )
    const [tick, priceDecimals, amountDecimals] = row!.map(Number)
    return [tick! / 10 ** priceDecimals!, amountDecimals]
  }
  t.same(steps('upbt spot btc-krw'), [1000, 8])
  t.same(steps('upbt spot xrp-krw'), [1, 8])
  t.same(steps('bnce spot eth-usdt'), [0.01, 4])
  t.same(steps('cbse spot eth-usd'), [0.01, 8])
  t.same(steps('krkn spot btc-usd'), [0.1, 8])
  t.same(steps('binc perpetual-future btc-usdt'), [0.1, 3])
  t.same(steps('drbt perpetual-future btc-usd'), [0.5, 4])
})

t.test('instruments from published examples trade', async t => {
  const traded = (where: string) => Number(store.all(`SELECT sum(trade_count) FROM instrument WHERE ${where}`)[0]![0])
  for (const market of [
    'binc spot btc-usdt',
    'bnce spot btc-usd',
    'huob spot aave-usdt',
    'drbt perpetual-future btc-usdt',
    'krkn spot eur-usd',
  ]) {
    const [exchange, kind, pair] = market.split(' ')
    t.ok(traded(`exchange_code = '${exchange}' AND class = '${kind}' AND code = '${pair}'`) > 0, market)
  }
  for (const asset of ['dash', 'agix', 'ar', 'tusd']) t.ok(traded(`base_asset = '${asset}'`) > 0, asset)
  const pools = store.all('SELECT address, name FROM pool')
  const names = new Map(pools.map(([address, name]) => [String(address), String(name)]))
  t.equal(names.get('0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'), 'WETH/USDC 0.05%')
  t.equal(names.get('0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7'), 'DAI/USDC/USDT 0.04%')
})

t.test('instruments that are listed in the same two years differ in id and code, until 2200', async t => {
  const world = createWorld({ seed: 'test', profile: 'standard' })
  for (let from = Date.UTC(2024, 0); from < Date.UTC(2200, 0); from += 720 * day) {
    const listed = world.instruments({ from, to: from + 750 * day })
    const codes = listed.map(({ exchange, class: kind, code }) => `${exchange} ${kind} ${code}`)
    const ids = listed.map(({ id }) => id)
    if (new Set([...codes, ...ids]).size < 2 * listed.length) t.fail(new Date(from).toISOString())
  }
  t.pass()
})
