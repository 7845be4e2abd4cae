import t from 'tap'
import type { Side } from '../src/market/book.ts'
import { bandWidths, wholePrice } from '../src/market/book-bands.ts'
import { type BookShape, Ladders, ladderCount } from '../src/market/book-shape.ts'
import { DepthSum } from '../src/market/depth-sum.ts'
import type { Ladder } from '../src/market/ladder.ts'

const even: BookShape = {
  key: 42,
  tick: 1,
  lot: 1,
  levels: 120,
  reach: 0.2,
  step: 0.0001,
  spread: 0.0001,
  tight: 0.5,
  near: 1000,
  nearWeight: 1_000_000,
  nearWithin: 0.01,
  far: 1000,
  farWeight: 10_000,
  unevenness: 0,
  timed: 1,
}

const price = 10_000_000

function laddersOf(shape: BookShape): Ladder[] {
  const ladders = new Ladders(shape)
  return Array.from({ length: ladderCount }, (_, id) => ladders.at(id))
}

/** Distances of all levels as fractions of the best price, and the weights of each level. */
function levelsOf(ladder: Ladder) {
  const distances = Array.from({ length: ladder.count }, (_, n) => ladder.away(price, n) / price)
  const weights = (sums: ArrayLike<number>) => distances.map((_, n) => sums[n + 1]! - sums[n]!)
  return { distances, near: weights(ladder.nearSums), far: weights(ladder.farSums) }
}

const close = (a: number, b: number, share: number) => Math.abs(a - b) <= share * b
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const all = laddersOf(even).map(levelsOf)

t.test(
  'ladders have about the wanted number of levels, from the best price to the reach, denser near the price',
  async t => {
    const counts = all.map(({ distances }) => distances.length)
    t.ok(close(total(counts) / counts.length, even.levels, 0.1), `${counts}`)
    t.ok(Math.max(...counts) <= 1.3 * even.levels && new Set(counts).size > 20)
    for (const { distances } of all) {
      const gaps = distances.slice(1).map((distance, n) => distance - distances[n]!)
      t.equal(distances[0], 0)
      t.ok(gaps.every(gap => gap >= 0.2 * even.step - 1 / price))
      t.ok(distances.at(-1)! <= even.reach && distances.at(-1)! > even.reach / 2)
      t.ok(total(gaps.slice(0, 10)) < total(gaps.slice(-10)) / 10)
    }
    t.same(levelsOf(new Ladders(even).at(7)), all[7], 'from their numbers alone')
    t.not(JSON.stringify(levelsOf(new Ladders({ ...even, key: 43 }).at(7))), JSON.stringify(all[7]))
    t.equal(new Ladders({ ...even, levels: 1, reach: 0.001 }).at(0).count, 2)
  },
)

t.test(
  'without unevenness each level has the density of its distance, or five times as much at one of forty',
  async t => {
    let [walls, levels] = [0, 0]
    for (const { distances, far } of all)
      far.forEach((weight, n) => {
        const [from, to] = [distances[n]!, distances[n + 1] ?? even.reach]
        const usual = (even.farWeight * 100 * (to - from)) / (1 + from / 0.03)
        const isWall = weight > 3 * usual + 3
        walls += isWall ? 1 : 0
        levels++
        if (Math.abs(weight - Math.max(1, isWall ? 5 * usual : usual)) > 1.5)
          t.fail(`${weight} where ${usual} is usual`)
      })
    t.ok(close(walls / levels, 1 / 40, 0.15), `${walls} of ${levels}`)
  },
)

t.test('half of the near depth is within its distance, and the best price has more than its share', async t => {
  const sums = all.map(({ distances, near }) => {
    const within = near.filter((_, n) => distances[n]! < even.nearWithin)
    return [total(near), total(within), near[0]!] as const
  })
  const mean = (place: 0 | 1 | 2) => total(sums.map(one => one[place])) / sums.length
  const inReach = even.reach / (even.reach + even.nearWithin)
  t.ok(close(mean(0), even.nearWeight * (inReach + 0.03) * 1.1, 0.02), `${mean(0)}`)
  t.ok(close(mean(1), even.nearWeight * 0.55 * 1.1, 0.05), `${mean(1)}`)
  t.ok(mean(2) > 0.03 * even.nearWeight && mean(2) < 0.06 * even.nearWeight, `${mean(2)}`)
})

t.test('unevenness is the deviation of the logarithms of sizes around the same mean', async t => {
  const uneven = laddersOf({ ...even, unevenness: 0.8 }).map(levelsOf)
  const ratios = uneven.flatMap(({ distances, far }) =>
    far.map((weight, n) => {
      const [from, to] = [distances[n]!, distances[n + 1] ?? even.reach]
      return weight / ((even.farWeight * 100 * (to - from)) / (1 + from / 0.03))
    }),
  )
  // The first levels hold few units, of which rounding is a large part.
  const far = uneven.flatMap(({ far }) => far.map((_, n) => n > 20))
  const own = ratios.filter((_, n) => far[n])
  t.ok(close(total(own) / own.length, 1.1, 0.05), `a mean of ${total(own) / own.length}`)
  const logs = own.map(Math.log).sort((a, b) => a - b)
  const [low, high] = [0.16, 0.84].map(share => logs[Math.floor(share * logs.length)]!)
  t.ok(close((high! - low!) / 2, 0.8, 0.1), `${(high! - low!) / 2}`)
})

t.test('bands hold the levels within their width, with fine and coarse ticks', async t => {
  for (const best of [price, 150_000, 20_000, 700])
    for (const ladder of laddersOf({ ...even, levels: 40 }).slice(0, 8)) {
      const sums = new Float64Array(bandWidths.length)
      ladder.addWithin(best, 2, 3, sums)
      const expected = bandWidths.map(width => {
        let n = 0
        while (n < ladder.count && ladder.away(best, n) * wholePrice <= best * width) n++
        return 2 * ladder.nearSums[n]! + 3 * ladder.farSums[n]!
      })
      t.same([...sums], expected, `at ${best}`)
    }
})

t.test('a depth sum equals the sum of its sides, and restarts when cleared or read', async t => {
  const [one, two] = laddersOf(even)
  const side = (ladder: Ladder, best: number, near: number): Side => ({ best, near, far: 7, ladder, worse: 1 })
  const sides = [side(one!, price, 5), side(two!, price, 3), side(one!, price, 4), side(one!, 700, 2)]
  const expected = new Float64Array(bandWidths.length)
  for (const { ladder, best, near, far } of sides) ladder.addWithin(best, near, far, expected)
  const sum = new DepthSum()
  for (const one of sides) sum.add(one)
  t.same(sum.sums, expected)
  t.same(sum.sums, expected, 'read twice')
  sum.clear()
  t.ok(sum.sums.every(depth => depth === 0))
  sum.add(sides[0]!)
  sum.clear()
  t.ok(sum.sums.every(depth => depth === 0))
})
