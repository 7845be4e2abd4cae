import { tickOn } from '../../seed/catalogue/venues/past-steps.ts'
import { createWorld } from '../../seed/index.ts'
import { OrderFlow } from '../../seed/trading/order-flow.ts'
import { Tape } from '../../seed/trading/tape.ts'
import { addDepth } from '../../src/market/books/depth.ts'
import { day, hour, minute, second } from '../../src/market/time.ts'
import { booksOf, depthOf, levelsOf } from '../harness/books-at.ts'
import { autocorrelation } from '../harness/market-statistics.ts'
import { seeds } from '../harness/properties.ts'
import t from '../harness/tap.ts'
import { correlation, end, find, mean, sampleOf, shareOf } from '../harness/tape-measures.ts'

/** The books of a named instrument, with what they are made of. */
function namedBooks(seed: string, name: string) {
  const world = createWorld({ seed, profile: 'standard' })
  const instrument = find(world, name)
  return { world, instrument, ...booksOf(world, instrument) }
}

const names = ['cbse spot btc-usd', 'krkn spot link-usd', 'upbt spot btc-krw', 'binc perpetual-future btc-usdt']

for (const name of names)
  t.test(`levels of ${name} get worse up to the reach, in whole ticks and lots`, async t => {
    const { shape, at } = namedBooks('market', name)
    const wrong: string[] = []
    for (let time = end - day; time < end; time += 17 * minute + 1) {
      const { bids, asks } = at(time)
      if (bids.best >= asks.best) wrong.push(`crossed at ${time}`)
      for (const side of [bids, asks]) {
        let before = side.best - side.worse
        for (const [price, amount] of levelsOf(side)) {
          if (side.worse * (price - before) <= 0 || Math.abs(price - side.best) > shape.reach * side.best)
            wrong.push(`a level at ${price} after ${before}`)
          if (!(amount > 0) || amount % shape.lot !== 0 || !Number.isInteger(price)) wrong.push(`${amount} at ${price}`)
          before = price
        }
      }
    }
    t.same(wrong, [])
  })

t.test('a book depends on its time alone, not on the books that were seen before', async t => {
  const [walked, alone] = [namedBooks('market', names[0]!), namedBooks('market', names[0]!)]
  const others = names.map(name => namedBooks('alpha', name))
  const times = Array.from({ length: 40 }, (_, n) => end - day + n * 31 * minute)
  const inOrder = times.map(time => [...levelsOf(walked.at(time).bids)])
  for (const [n, time] of [...times.entries()].reverse()) {
    for (const other of others) levelsOf(other.at(time).bids)
    t.same([...levelsOf(alone.at(time).bids)], inOrder[n])
  }
})

t.test('depth by band is the sum of the levels within it', async t => {
  const { at } = namedBooks('market', names[0]!)
  for (const side of [at(end - hour).asks, at(end - hour).bids]) {
    const sums = new Float64Array(16)
    addDepth(side, sums)
    const within = (share: number) =>
      [...levelsOf(side)].reduce(
        (sum, [price, amount]) => sum + (Math.abs(price - side.best) <= share * side.best ? amount : 0),
        0,
      )
    t.equal(sums[0], within(0.001))
    t.equal(sums[9], within(0.01))
    t.equal(sums[15], within(0.1))
  }
})

for (const seed of seeds)
  t.test(
    `orders fill at levels of the book of their moment, and none takes more than is there: seed ${seed}`,
    async t => {
      let [orders, several] = [0, 0]
      const days: [name: string, until: number][] = [
        ['cbse spot btc-usd', end],
        ['bnce spot btc-usdt', end],
        ['krkn spot link-usd', end],
        // Its ticks are finer, and at New Year they become coarser.
        ['bnce spot link-usdt', Date.UTC(2018, 6, 1)],
        ['bnce spot link-usdt', Date.UTC(2020, 0, 1, 12)],
      ]
      for (const [name, until] of days) {
        const { world, instrument, at } = namedBooks(seed, name)
        const flow = new OrderFlow(world, instrument)
        const tape = new Tape()
        for (let h = until / hour - 24; h < until / hour; h++) {
          const tick = tickOn(instrument, Math.floor(h / 24))
          tape.clear()
          flow.fill(h, tape)
          for (let n = 0; n < tape.length; ) {
            const [time, sell] = [tape.times[n]!, tape.sides[n] === 1]
            const { bids, asks } = at(time, tape)
            const levels = levelsOf(sell ? bids : asks)
            const taken = new Map<number, number>()
            for (; n < tape.length && tape.times[n] === time && (tape.sides[n] === 1) === sell; n++) {
              if ((tape.versions[n]! & 2) === 0) continue
              const price = tape.prices[n]! / tick
              taken.set(price, (taken.get(price) ?? 0) + tape.amounts[n]!)
            }
            for (const [price, amount] of taken)
              if (!(amount <= (levels.get(price) ?? 0)))
                t.fail(`${amount} at ${price}, where ${levels.get(price)} are offered on ${name}`)
            orders++
            if (taken.size > 1) several++
          }
        }
      }
      t.ok(orders > 500 && several > 0 && several < orders / 5, `${several} of ${orders} orders took several levels`)
    },
  )

for (const seed of seeds)
  t.test(`levels persist and depth moves slowly: seed ${seed}`, async t => {
    for (const [name, least] of [
      ['cbse spot btc-usd', 0.9],
      ['krkn spot link-usd', 0.8],
    ] as const) {
      const { at } = namedBooks(seed, name)
      const depths: number[] = []
      const kept = { all: 0, same: 0 }
      let before: [number, number][] = []
      for (let time = end - 3 * day; time < end; time += minute) {
        const { bids } = at(time)
        const levels = levelsOf(bids)
        for (const [price, amount] of before.slice(20, 120)) {
          kept.all++
          if (levels.get(price) === amount) kept.same++
        }
        before = [...levels]
        depths.push(Math.log(depthOf(bids)))
      }
      const share = kept.same / kept.all
      t.ok(share > 0.5, `${name}: ${share} of the levels beyond the 20th stay for a minute`)
      const [minutes, later] = [1, 5].map(lag => autocorrelation(depths, lag))
      t.ok(minutes! > least && later! > 0.55, `${name}: ${[minutes, later]}, depth within 1 % after 1 and 5 minutes`)
    }
  })

for (const seed of seeds)
  t.test(`midnight replaces no book, whatever octave its price enters: seed ${seed}`, async t => {
    for (const name of ['cbse spot btc-usd', 'bnce spot eth-usdt', 'krkn spot link-usd']) {
      const { at } = namedBooks(seed, name)
      const midnights = Array.from({ length: 120 }, (_, d) => end - d * day)
      // Those before midnight are all read first: what a book keeps of the moment before would hide a change.
      const before = midnights.map(midnight => [...levelsOf(at(midnight - minute / 2).bids)].slice(20))
      for (const [n, midnight] of midnights.entries()) {
        const after = levelsOf(at(midnight + minute / 2).bids)
        const kept = shareOf(before[n]!, ([price, amount]) => after.get(price) === amount)
        if (kept < 0.2) t.fail(`${name} keeps ${kept} of its levels at ${new Date(midnight).toISOString()}`)
      }
    }
  })

t.test('books of earlier years are as thin as their turnover, and orders walk them', async t => {
  const of = (name: string, year: number) => {
    const { at, shape } = namedBooks('market', name)
    const depths = Array.from({ length: 40 }, (_, d) => {
      const { bids } = at(Date.UTC(year, 6, 1) + d * 29 * hour)
      return Math.log((depthOf(bids) / shape.lot) * bids.best)
    })
    return mean(depths)
  }
  for (const name of ['cbse spot btc-usd', 'krkn spot eth-usd']) {
    const fell = Math.exp(of(name, 2019) - of(name, 2025))
    t.ok(fell > 0.15 && fell < 0.7, `${name}: ${fell} of the depth of 2025`)
  }
  const { world, instrument } = namedBooks('market', 'krkn spot eth-usd')
  const [flow, tape] = [new OrderFlow(world, instrument), new Tape()]
  const counts = { several: 0, all: 0 }
  for (let h = Date.UTC(2019, 6, 1) / hour; h < Date.UTC(2019, 7, 1) / hour; h++) {
    tape.clear()
    flow.fill(h, tape)
    for (let n = 0, next = 0; n < tape.length; n = next) {
      while (next < tape.length && tape.times[next] === tape.times[n]) next++
      counts.all++
      if (new Set(tape.prices.subarray(n, next)).size > 1) counts.several++
    }
  }
  const share = counts.several / counts.all
  t.ok(share > 0.01 && share < 0.2, `${share} of the orders of 2019 fill at several prices`)
})

t.test('a best price keeps its amount for minutes where prices are coarse', async t => {
  const { at } = namedBooks('market', 'bnce spot doge-usdt')
  const kept = { price: 0, amount: 0 }
  let before = { best: 0, amount: 0 }
  for (let time = end - 6 * day; time < end; time += minute) {
    const { bids } = at(time)
    const now = { best: bids.best, amount: bids.sums[1]! }
    if (now.best === before.best) {
      kept.price++
      if (now.amount === before.amount) kept.amount++
    }
    before = now
  }
  t.ok(kept.price > 40 && kept.amount > 0.4 * kept.price, `${kept.amount} of ${kept.price}`)
})

t.test('spreads have memory', async t => {
  const memory = seeds.flatMap(seed =>
    ['cbse spot btc-usd', 'krkn spot link-usd'].map(name => {
      const { at } = namedBooks(seed, name)
      const spreads: number[] = []
      for (let time = end - 3 * day; time < end; time += minute) {
        const { bids, asks } = at(time)
        spreads.push(Math.log(asks.best - bids.best))
      }
      return [1, 5].map(lag => autocorrelation(spreads, lag))
    }),
  )
  t.ok(
    memory.every(lags => Math.min(...lags) > 0.05),
    `${memory}`,
  )
  t.ok(mean(memory.flat()) > 0.12, `${memory}`)
})

t.test('the mean depth of a day changes by about a quarter from one day to the next', async t => {
  for (const name of ['cbse spot btc-usd', 'bnce spot eth-usdt', 'krkn spot link-usd']) {
    const { at } = namedBooks('market', name)
    const days = Array.from({ length: 60 }, (_, d) =>
      mean(Array.from({ length: 24 }, (_, h) => Math.log(depthOf(at(end - (d + 1) * day + h * hour).bids)))),
    )
    const changes = days.slice(1).map((depth, d) => (depth - days[d]!) ** 2)
    const found = Math.sqrt(mean(changes))
    t.ok(found > 0.1 && found < 0.36, `${name}: ${found}`)
  }
})

t.test('the two sides of a book differ for hours', async t => {
  const { at } = namedBooks('market', names[0]!)
  const sides = Array.from({ length: 10 * 24 }, (_, n) => {
    const { bids, asks } = at(end - n * hour)
    return [bids, asks].map(side => Math.log(depthOf(side)))
  })
  const [bids, asks] = [sides.map(([bid]) => bid!), sides.map(([, ask]) => ask!)]
  const together = correlation(bids, asks)
  t.ok(together > 0.2 && together < 0.95, `correlation ${together}`)
  t.ok(Math.abs(mean(bids) - mean(asks)) < 0.3, 'both sides have the same depth on average')
})

for (const seed of seeds)
  t.test(`the next orders take the thin side of a book, and those of minutes later do not: seed ${seed}`, async t => {
    for (const name of ['cbse spot btc-usd', 'bnce spot eth-usdt', 'upbt spot btc-krw']) {
      const { world, instrument, at } = namedBooks(seed, name)
      const { orders } = sampleOf(world, instrument, 10)
      const signs = orders.map(({ sign }) => sign)
      const before = (wait: number) => {
        const imbalances = orders.map(({ time }) => {
          const { bids, asks } = at(time - wait)
          return (bids.sums[1]! - asks.sums[1]!) / (bids.sums[1]! + asks.sums[1]!)
        })
        return correlation(imbalances, signs)
      }
      const [soon, later] = [before(3 * second), before(5 * minute)]
      t.ok(soon > 0.05 && soon < 0.4, `${name}: a correlation of ${soon} with the sides of orders three seconds later`)
      t.ok(Math.abs(later) < 0.05, `${name}: ${later} after five minutes`)
    }
  })
