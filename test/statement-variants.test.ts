import t from 'tap'
import { statementVariants } from '../src/operations/paging/statement-variants.ts'
import { Store } from '../src/store/store.ts'
import { storePath } from './harness/store.ts'

t.test('a statement variant is prepared once, and cached until 64 others follow', async t => {
  const store = Store.open(storePath, { readonly: true })
  t.teardown(() => store.close())
  const variant = statementVariants<[number]>(store)
  const prepared: number[] = []
  const of = (n: number) =>
    variant(`variant ${n}`, () => {
      prepared.push(n)
      return `SELECT ${n}`
    })
  for (let n = 0; n < 65; n++) {
    t.equal(of(n), of(n), 'the same statement')
    t.same(of(n).get({}), [n])
  }
  t.equal(prepared.length, 65)
  for (let n = 64; n > 0; n--) of(n)
  t.equal(prepared.length, 65, 'the last 64 are cached')
  of(0)
  t.same(prepared.slice(65), [0], 'the first is not')
})
