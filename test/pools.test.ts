import { type Known, knownPools, liquidityUrl } from './harness/known-pools.ts'
import { ofRecords } from './harness/of-records.ts'
import { withQuery } from './harness/operations.ts'
import {
  amountsOf,
  liquidityOf,
  type Ranges,
  rawPrice,
  type Snapshot,
  stableInvariant,
  stablePrice,
} from './harness/pool-laws.ts'
import { serve, unlimited } from './harness/server.ts'
import { start } from './harness/store.ts'
import t from './harness/tap.ts'

const server = await serve(t, unlimited)
const known = await knownPools(server)
const ofType = (type: string) => known.filter(({ pool }) => pool.type === type)
const close = (a: number, b: number, tolerance: number) =>
  Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))
const held = ({ amounts }: Snapshot) => amounts.map(({ amount }) => amount)
const pair = (snapshot: Snapshot) => held(snapshot).slice(-2) as [number, number]

/** Consecutive snapshots with only swaps between them. */
function swappedOnly({ snapshots, events }: Known): [Snapshot, Snapshot][] {
  const provided = new Set(events.map(({ block_number }) => block_number))
  return snapshots
    .slice(1)
    .flatMap((after, n): [Snapshot, Snapshot][] => (provided.has(after.block_number) ? [] : [[snapshots[n]!, after]]))
}

t.test(
  'pools of every curve type have snapshots, swaps, mints and burns',
  ofRecords(async t => {
    for (const type of ['constant_product', 'concentrated', 'weighted', 'stable']) t.ok(ofType(type).length > 0, type)
    for (const { pool, snapshots, events, swaps } of known) {
      t.ok(snapshots.length >= 3 && swaps.length >= 3, pool.name)
      t.same(new Set(events.map(({ type }) => type)), new Set(['mint', 'burn']), pool.name)
      for (const { amounts } of [...snapshots, ...events])
        t.same(
          amounts.map(({ symbol, address }) => [symbol, address]),
          pool.tokens.map(({ symbol, address }) => [symbol, address]),
        )
    }
  }),
)

t.test('a pool has a snapshot for exactly the blocks with a swap, mint or burn', async t => {
  for (const { pool, snapshots, events, swaps } of known) {
    const recent = events.filter(({ datetime }) => datetime >= start / 1000).map(({ block_number }) => block_number)
    const blocks = new Set([...swaps.map(({ block }) => block), ...recent])
    t.same(
      snapshots.map(({ block_number }) => block_number),
      [...blocks].sort((a, b) => a - b),
      pool.name,
    )
  }
})

t.test('only swaps, mints and burns change pool holdings', async t => {
  for (const { pool, snapshots, events, swaps, step } of known) {
    const [first] = snapshots
    const expected = held(first!)
    const slack = expected.map(() => 2e-5)
    for (const [n, snapshot] of snapshots.entries()) {
      if (n === 0) continue
      const sign = (sell: boolean) => (sell ? 1 : -1)
      for (const { price, amount, sell } of swaps.filter(({ block }) => block === snapshot.block_number)) {
        expected[expected.length - 2]! += sign(sell) * amount
        expected[expected.length - 1]! -= sign(sell) * amount * price
        // Trades round amounts, and prices to nine digits.
        slack[expected.length - 2]! += step
        slack[expected.length - 1]! += step * price + 1e-8 * amount * price
      }
      for (const { type, amounts } of events.filter(({ block_number }) => block_number === snapshot.block_number))
        amounts.forEach(({ amount }, token) => {
          expected[token]! += type === 'mint' ? amount : -amount
          slack[token]! += 1e-5
        })
      held(snapshot).forEach((amount, token) => {
        if (!(Math.abs(amount - expected[token]!) <= slack[token]!))
          t.fail(`${pool.name} at ${snapshot.block_number}: ${amount} of token ${token}, not ${expected[token]}`)
      })
    }
    t.ok(
      slack.every((one, token) => one < 1e-4 * expected[token]!),
      `${pool.name} within ${slack}`,
    )
  }
})

t.test('the mean price of a swap lies between the prices before and after it', async t => {
  for (const { pool, snapshots, swaps } of known) {
    const alone = swaps.filter(({ block }) => swaps.filter(other => other.block === block).length === 1)
    for (const { block, price, sell } of alone) {
      const n = snapshots.findIndex(({ block_number }) => block_number === block)
      if (n < 1) continue
      const [before, after] = [snapshots[n - 1]!.price, snapshots[n]!.price]
      if (sell !== after < before)
        t.fail(`${pool.name} at ${block}: a ${sell ? 'sale' : 'purchase'} from ${before} to ${after}`)
      const [low, high] = [Math.min(before, after) * (1 - 1e-8), Math.max(before, after) * (1 + 1e-8)]
      if (price < low || price > high) t.fail(`${pool.name} at ${block}: ${price} of ${low} to ${high}`)
    }
  }
})

t.test('constant product: the price is the ratio of the amounts, and swaps keep the product', async t => {
  for (const one of ofType('constant_product')) {
    for (const snapshot of one.snapshots) {
      const [x, y] = pair(snapshot)
      if (!close(y / x, snapshot.price, 1e-9)) t.fail(`${y / x} is not ${snapshot.price}`)
    }
    for (const [before, after] of swappedOnly(one)) {
      const [was, is] = [before, after].map(pair).map(([x, y]) => x * y) as [number, number]
      if (!close(was, is, 1e-9)) t.fail(`${was} became ${is}`)
    }
    t.ok(swappedOnly(one).length > 10, 'the pool has many swaps')
  }
})

t.test('weighted: the price follows from amounts and weights, and swaps keep the product of powers', async t => {
  for (const one of ofType('weighted')) {
    const weights = one.pool.weights!
    const [base, quote] = weights.slice(-2) as [number, number]
    for (const snapshot of one.snapshots) {
      const [x, y] = pair(snapshot)
      if (!close(y / quote / (x / base), snapshot.price, 1e-7))
        t.fail(`${y / quote / (x / base)} is not ${snapshot.price}`)
    }
    const value = (snapshot: Snapshot) => held(snapshot).reduce((p, amount, n) => p * amount ** weights[n]!, 1)
    for (const [before, after] of swappedOnly(one))
      if (!close(value(before), value(after), 1e-8)) t.fail(`${value(before)} became ${value(after)}`)
    t.ok(swappedOnly(one).length > 0, 'the pool has a swap')
  }
})

t.test('stable: swaps keep D of the StableSwap invariant, and the price is the slope of its curve', async t => {
  // As documented for the protocol of the profile's stable pools.
  const amplification = 20
  for (const one of ofType('stable')) {
    for (const snapshot of one.snapshots)
      if (!close(stablePrice(held(snapshot), amplification), snapshot.price, 1e-9))
        t.fail(`${one.pool.name} ${snapshot.block_number}`)
    for (const [before, after] of swappedOnly(one)) {
      const [was, is] = [before, after].map(snapshot => stableInvariant(held(snapshot), amplification)) as [
        number,
        number,
      ]
      if (!close(was, is, 1e-11)) t.fail(`${was} became ${is}`)
    }
    t.ok(swappedOnly(one).length > 10, 'the pool has many swaps')
  }
})

t.test('mints and burns keep the price, and change a shared curve in proportion', async t => {
  for (const { pool, snapshots, events, swaps } of known)
    for (const { block_number, price, amounts } of events) {
      const n = snapshots.findIndex(snapshot => snapshot.block_number === block_number)
      if (n < 1 || swaps.some(({ block }) => block === block_number)) continue
      const [before, after] = [snapshots[n - 1]!, snapshots[n]!]
      t.same([before.price, after.price], [price, price])
      if (pool.type === 'concentrated') continue
      const shares = amounts.map(({ amount }, token) => amount / held(after)[token]!)
      t.ok(
        shares.every(share => close(share, shares[0]!, 1e-5)),
        `${pool.name} ${shares}`,
      )
    }
})

/** Liquidity by lower and upper tick after all mints and burns up to a block. */
function spansAt(block: number, { pool, events }: Known): { lower: number; upper: number; liquidity: number }[] {
  const spans = new Map<string, number>()
  for (const event of events) {
    if (event.block_number > block) break
    const { lower_ticker, upper_ticker } = event.metadata!
    const name = `${lower_ticker} ${upper_ticker}`
    spans.set(name, (spans.get(name) ?? 0) + (event.type === 'mint' ? 1 : -1) * liquidityOf(event, pool))
  }
  return [...spans].map(([name, liquidity]) => {
    const [lower, upper] = name.split(' ').map(Number) as [number, number]
    return { lower, upper, liquidity }
  })
}

t.test('concentrated: holdings follow from the open positions and the price', async t => {
  for (const one of ofType('concentrated'))
    for (const snapshot of one.snapshots.filter((_, n) => n % 20 === 0)) {
      const sum = [0, 0]
      for (const { lower, upper, liquidity } of spansAt(snapshot.block_number, one))
        amountsOf(liquidity, lower, upper, rawPrice(snapshot.price, one.pool), one.pool).forEach((amount, n) => {
          sum[n]! += amount
        })
      const wrong = held(snapshot).findIndex((amount, n) => !close(amount, sum[n]!, 1e-7))
      if (wrong >= 0) t.fail(`${held(snapshot)} at ${snapshot.block_number}, not ${sum}`)
    }
})

t.test(
  'concentrated: adjacent tick ranges sum the positions that cover them',
  ofRecords(async t => {
    for (const one of ofType('concentrated')) {
      const url = `${liquidityUrl}/snapshots/${one.pool.protocol}?pool_address=${one.pool.address}`
      const times = one.snapshots.filter((_, n) => n % 150 === 7)
      t.ok(times.length >= 3, 'the pool has several times')
      for (const { datetime } of times) {
        const end_time = new Date(datetime * 1000).toISOString()
        const found: Ranges[] = (await server.json(withQuery(url, { end_time, price_range: 0.2 }))).data
        for (const { block_number, current_tick, current_price, snapshots: ranges } of found) {
          const spans = spansAt(block_number, one)
          const raw = rawPrice(current_price, one.pool)
          t.ok(
            Math.abs(Math.log(raw) / Math.log(1.0001) - current_tick - 0.5) <= 0.5 + 1e-6,
            'the tick follows from the price',
          )
          t.ok(
            1.0001 ** ranges[0]!.lower_tick <= raw * 0.8 && 1.0001 ** ranges.at(-1)!.upper_tick >= raw * 1.2,
            'the ranges cover a fifth around the price',
          )
          ranges.forEach(({ lower_tick, upper_tick, amount, amount0, amount1 }, n) => {
            if (n > 0 && lower_tick !== ranges[n - 1]!.upper_tick) t.fail('no range is missing')
            const over = spans.filter(({ lower, upper }) => lower <= lower_tick && upper >= upper_tick)
            const sum = over.reduce((total, { liquidity }) => total + liquidity, 0)
            if (!close(sum, amount, 1e-6)) t.fail(`${amount} at ${lower_tick} of ${block_number}, not ${sum}`)
            const expected = amountsOf(amount, lower_tick, upper_tick, raw, one.pool)
            const off = [amount0, amount1].findIndex(
              (has, token) => Math.abs(has - expected[token]!) > 1e-5 + 2e-7 * has,
            )
            if (off >= 0) t.fail(`${[amount0, amount1]}, not ${expected}`)
          })
        }
      }
    }
  }),
)

t.test('only concentrated pools have metadata, and an account burns only what it minted', async t => {
  for (const { pool, events } of known) {
    t.ok(
      events.every(event => 'metadata' in event === (pool.type === 'concentrated')),
      pool.name,
    )
    const left = new Map<string, number>()
    for (const { type, user_address, metadata } of events) {
      const name = `${user_address} ${metadata?.lower_ticker} ${metadata?.upper_ticker}`
      if (type === 'mint') left.set(name, (left.get(name) ?? 0) + 1)
      else if (!left.has(name)) t.fail(`${pool.name}: ${name} burns more than it minted`)
    }
  }
})

t.test('a fair part of the holdings of a concentrated pool is within 10 % of its price', async t => {
  for (const { pool, snapshots } of ofType('concentrated').filter(({ pool }) => pool.protocol === 'usp3')) {
    const url = withQuery(`${liquidityUrl}/snapshots/usp3`, { pool_address: pool.address, live: 'true', page_size: 1 })
    const [ranges] = (await server.json(url)).data as [Ranges]
    const worth = (base: number, quote: number) => base * ranges.current_price + quote
    const near = ranges.snapshots.reduce((sum, { amount0, amount1 }) => sum + worth(amount0, amount1), 0)
    t.ok(near > 0.2 * worth(...pair(snapshots.at(-1)!)), pool.name)
  }
})
