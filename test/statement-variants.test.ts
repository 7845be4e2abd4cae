import t from 'tap'
import { StatementVariants } from '../src/operations/paging/statement-variants.ts'
import type { Statement, Store } from '../src/store/store.ts'

t.test('a statement variant is prepared once and cached while recently used', async t => {
  const prepared: string[] = []
  const store = { prepare: (sql: string) => ({ sql: prepared.push(sql) }) as unknown as Statement } as Store
  const variants = new StatementVariants(store)
  const of = (n: number) => variants.of(`variant ${n}`, () => `SELECT ${n}`)
  const first = of(0)
  t.equal(of(0), first)
  for (let n = 1; n < 1000; n++) of(n)
  t.equal(prepared.length, 1000)
  t.equal(of(999), of(999))
  t.equal(prepared.length, 1000)
  t.not(of(0), first, 'it is no longer cached')
  t.same(prepared.at(-1), 'SELECT 0')
})
