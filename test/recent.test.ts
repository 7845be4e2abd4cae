import { Recent } from '../src/market/made-once.ts'
import t from './harness/tap.ts'

t.test('a value is made once, and kept until as many others follow', async t => {
  const recent = new Recent<{ n: number }, number>(64)
  const made: number[] = []
  const of = (n: number) =>
    recent.of(n, () => {
      made.push(n)
      return { n }
    })
  for (let n = 0; n < 65; n++) t.equal(of(n), of(n), 'the same value')
  t.equal(made.length, 65)
  for (let n = 64; n > 0; n--) of(n)
  t.equal(made.length, 65, 'the last 64 are kept')
  of(0)
  t.same(made.slice(65), [0], 'the first is not')
})
