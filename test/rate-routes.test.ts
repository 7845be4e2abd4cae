import { Rate, type Rates } from '../routes/trades/rates/exchange-rate.ts'
import { firstRoutes } from '../routes/trades/rates/route-finder.ts'
import { type Pair, SpotGraph } from '../routes/trades/rates/spot-graph.ts'
import t from './harness/tap.ts'

/** One instrument per pair, with the time of its first trade. */
function graphOf(firstTrades: Record<string, number | null>): SpotGraph {
  return new SpotGraph(
    Object.entries(firstTrades).map(([code, since], id) => {
      const [base, quote] = code.split('-') as [string, string]
      return [base, quote, id, 2, 8, 'cbse', code, since]
    }),
  )
}

t.test('a rate begins with the first route that was traded on every step, whichever is preferred', async t => {
  const listed = {
    'dcr-usd': 90,
    'dcr-btc': 10,
    'btc-usd': 20,
    'dcr-eth': 5,
    'eth-btc': 7,
    'eth-usdt': 6,
    'usdt-usd': 60,
  }
  const graph = graphOf(listed)
  t.same(graph.routes('dcr', 'usd').next().value, ['dcr', 'usd'], 'the pair itself is preferred')
  t.equal(graph.opening({ base: 'dcr', quote: 'usd' }), 20, 'through btc')
  t.equal(graph.opening({ base: 'usd', quote: 'dcr' }), 20, 'the inverse begins with it')
  t.equal(graphOf({ ...listed, 'eth-usd': 15 }).opening({ base: 'dcr', quote: 'usd' }), 15, 'through eth')
  t.equal(graphOf({ ...listed, 'dcr-btc': 80 }).opening({ base: 'dcr', quote: 'usd' }), 20, 'through two assets')
  t.equal(
    graphOf({ ...listed, 'btc-usd': null }).opening({ base: 'dcr', quote: 'usd' }),
    60,
    'some routes have no trades',
  )
  t.equal(graphOf({ 'a-b': 1, 'c-d': 2 }).opening({ base: 'a', quote: 'd' }), Number.POSITIVE_INFINITY, 'no route')
  const long = { 'a-b': 1, 'b-c': 2, 'c-d': 9, 'd-e': 3 }
  t.equal(graphOf(long).opening({ base: 'a', quote: 'e' }), 9, 'the shortest route, if all are longer')
})

t.test('routes over the coins that trade most come before those over others', async t => {
  const pairs = ['aave', 'doge', 'eth', 'sol', 'xrp'].flatMap(coin => [`${coin}-btc`, `${coin}-usd`])
  const graph = graphOf(Object.fromEntries(pairs.map(pair => [pair, 1])))
  const over = (base: string, quote: string) => [...graph.chains(base, quote)].slice(0, 5).map(route => route[1])
  t.same(over('btc', 'usd'), ['eth', 'sol', 'xrp', 'doge', 'aave'])
  t.same(over('usd', 'btc'), over('btc', 'usd'), 'the inverse too')
})

t.test('from the first trades of a main route on, routes over rarely traded coins no longer count', async t => {
  const graph = graphOf({ 'dcr-busd': 1, 'busd-usd': 1, 'dcr-btc': 50, 'btc-usd': 5 })
  const traded: Record<string, readonly number[]> = {
    'dcr-busd': [10, 60, 70],
    'busd-usd': [10, 60, 70],
    'dcr-btc': [60],
    'btc-usd': [10, 60, 70],
  }
  let settled = 0
  const market = (base: string, quote: string, times: readonly number[]): Rates => {
    const known = traded[`${base}-${quote}`] ?? traded[`${quote}-${base}`] ?? []
    return new Map(
      times.filter(time => known.includes(time)).map(time => [time, new Rate(0, 1, base === 'btc' ? 9 : 2)]),
    )
  }
  const reader = {
    size: () => 1,
    market,
    fx: () => undefined,
    settle: () => void settled++,
    mainOpening: (pair: Pair) => graph.mainOpening(pair, {}),
  }
  const rates = firstRoutes(graph, reader, { base: 'dcr', quote: 'usd' }, [10, 60, 70])
  t.same(
    [...rates].map(([time, { price }]) => [time, price]),
    [
      [60, '18'],
      [10, '4'],
    ],
  )
  t.equal(settled, 1, 'before other routes are tried')
})

t.test('main routes on exchanges that do not count hide no others', t => {
  const rows = [
    ['eth', 'btc', 'cbse', 3],
    ['btc', 'usd', 'cbse', 5],
    ['eth', 'krw', 'krbt', 1],
    ['krw', 'usd', 'krbt', 1],
  ] as const
  const graph = new SpotGraph(
    rows.map(([base, quote, exchange, since], id) => [base, quote, id, 2, 8, exchange, `${base}-${quote}`, since]),
  )
  const opening = (exchanges: object) => graph.mainOpening({ base: 'eth', quote: 'usd' }, exchanges)
  t.equal(opening({}), 5)
  t.equal(opening({ include: ['krbt'] }), Number.POSITIVE_INFINITY)
  t.equal(opening({ exclude: ['cbse'] }), Number.POSITIVE_INFINITY)
  t.equal(opening({ exclude: ['krbt'] }), 5)
  t.end()
})
