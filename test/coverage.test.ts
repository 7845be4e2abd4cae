import { day, hour } from '../src/market/time.ts'
import { CoverageByDay, CoverageSince, type Gap, Missing } from '../src/store/history/coverage.ts'
import t from './harness/tap.ts'

function gapsOf(coverage: CoverageByDay): readonly Gap[] {
  try {
    coverage.refuse()
  } catch (error) {
    if (error instanceof Missing) return error.gaps
    throw error
  }
  return []
}

t.test('what ten thousand readings lack of one day is one gap', async t => {
  const coverage = new CoverageByDay(() => [])
  for (let n = 0; n < 10_000; n++) coverage.need('supply', 0, 5 * day + n, 5 * day + n + 1)
  coverage.need('supply', 0, 6 * day + hour, 7 * day)
  t.strictSame(gapsOf(coverage), [
    { kind: 'supply', subject: 0, from: 5 * day, until: 6 * day },
    { kind: 'supply', subject: 0, from: 6 * day, until: 7 * day },
  ])
  t.strictSame(gapsOf(coverage), [], 'they are noted once')
})

t.test('counts of trades keep the time at which they end', async t => {
  const coverage = new CoverageByDay(() => [])
  const gap = { kind: 'trade-totals', subject: 7, from: day, until: 2 * day + 5 } as const
  coverage.note(gap)
  t.strictSame(gapsOf(coverage), [gap])
})

t.test('readings apart keep the gaps that were noted before', async t => {
  const coverage = new CoverageByDay(() => [])
  coverage.need('trades', 1, 0, day)
  const read = coverage.apart(() => {
    coverage.need('trades', 2, 0, day)
    coverage.refuse()
    return 'read'
  })
  t.equal(read, undefined)
  t.strictSame(
    gapsOf(coverage).map(({ subject }) => subject),
    [1, 2],
  )
})

t.test('a store that nobody can fill ends a slice at its first gap, and another one notes all', async t => {
  const subjectsRead = (coverage: CoverageByDay | CoverageSince) => {
    const read: number[] = []
    const slice = () => {
      for (const subject of [1, 2])
        coverage.apart(() => {
          read.push(subject)
          coverage.need('trades', subject, 0, day)
        })
    }
    t.throws(() => coverage.whole(slice))
    return read
  }
  t.strictSame(subjectsRead(new CoverageSince(day)), [1])
  t.strictSame(subjectsRead(new CoverageByDay(() => [])), [1, 2])
})
