import { day } from '../../src/market/time.ts'
import { mixRow, newFingerprint } from '../../src/store/fingerprint.ts'
import { listedDigests, whatToDo } from '../harness/digests.ts'
import { answersOf, urls } from '../harness/moved-clock.ts'
import { fc } from '../harness/properties.ts'
import { serve } from '../harness/server.ts'
import { buildTestStore, start, storePath } from '../harness/store.ts'
import { digestOf, fingerprintsOf } from '../harness/store-checks.ts'
import t from '../harness/tap.ts'

const folder = t.testdir()
const at = (name: string) => `${folder}/${name}.sqlite`

const whole = await serve(t)
const answers = await answersOf(whole)

t.test('another seed gives another market', async t => {
  const other = await serve(t, { SANDBOX_DATA: at('other'), SANDBOX_SEED: 'another' })
  const version = await whole.json('/version')
  t.equal(version.digest, digestOf(storePath))
  t.not((await other.json('/version')).digest, version.digest)
  t.not((await other.get(urls[0]!)).body, (await whole.get(urls[0]!)).body)
})

t.test('a frozen response is byte-identical at any time', async t => {
  t.same(await answersOf(whole), answers)
  const late = await serve(t, { SANDBOX_NOW: 'seeded' })
  t.same(await answersOf(late), answers, 'also from a server whose clock stands at the end of its store')
})

t.test('a store at a later frozen time begins later, and agrees in the common range', async t => {
  const later = await serve(t, { SANDBOX_DATA: at('later'), SANDBOX_NOW: '2026-02-01T10:00:00Z' })
  const { start: from, end: until } = await later.json('/version')
  t.same([from, until], ['2026-01-29T00:00:00.000Z', '2026-02-01T10:00:00.000Z'])
  const range = '?start_time=2026-01-29T00:00:00Z&end_time=2026-01-31T00:00:00Z&page_size=100000'
  const url = urls[0]! + range
  t.same((await later.json(url)).data, (await whole.json(url)).data)
})

t.test('the digest covers the rows, and any changed row changes it', async t => {
  const { recorded, computed } = fingerprintsOf(storePath)
  for (const one of computed)
    t.strictSame(
      recorded.find(({ table }) => table === one.table),
      one,
    )
  const anyRow = fc.array(fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true }), fc.constant(null)), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(anyRow, anyRow, fc.nat(), fc.oneof(fc.string(), fc.integer()), (row, other, n, value) => {
      const changed = row.with(n % row.length, value)
      // A database treats 0 and -0 as one number.
      fc.pre(changed[n % row.length] !== row[n % row.length])
      t.not(sumOf(row, other), sumOf(changed, other), JSON.stringify([row, changed]))
      t.equal(sumOf(row, other), sumOf(other, row), 'the order of insertion does not matter')
      t.not(sumOf(row), sumOf(row, row))
    }),
  )
})

function sumOf(...rows: unknown[][]): string {
  const sum = newFingerprint('table')
  for (const row of rows) mixRow(sum, row)
  return JSON.stringify(sum)
}

const listed = listedDigests()
const skip = listed === undefined && 'CHANGELOG.md has no row for this version of stores yet: npm run digests'
t.test('the data of a version of stores are those that the changelog lists', { skip }, async t => {
  t.equal(digestOf(storePath), listed?.tiny, whatToDo)
})

t.test('a shorter store has another digest', async t => {
  buildTestStore(at('shorter'), { start, end: start + day })
  t.not(digestOf(at('shorter')), digestOf(storePath))
})
