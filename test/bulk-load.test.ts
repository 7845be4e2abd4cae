import { ftruncateSync, openSync, readSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { BulkLoad, type Row } from '../src/store/build/bulk-load.ts'
import { graft } from '../src/store/build/graft.ts'
import { LongerFile } from '../src/store/build/longer-file.ts'
import { pageSize } from '../src/store/build/pages.ts'
import { newFingerprint } from '../src/store/fingerprint.ts'

const folder = t.testdir()
const schema = 'CREATE TABLE entry (a INTEGER, b TEXT, c, d, e, PRIMARY KEY (a, b)) WITHOUT ROWID'
let files = 0

/** Loads rows in parts, each of which has other keys than the others; gives the database that has them. */
function load(parts: Row[][], grouped = false): Database.Database {
  const path = `${folder}/${files++}.sqlite`
  const made = new Database(path)
  made.exec(schema)
  const root = made.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'entry'").pluck().get() as number
  made.close()
  const loads = parts.map((rows, n) => {
    const bulk = new BulkLoad(`${path}-${n}`)
    const table = bulk.appender({ table: 'entry', key: 2, grouped }, newFingerprint('entry'))
    for (const row of rows) table.add(...row)
    return bulk.finish()
  })
  const rest = graft(path, new Map([['entry', root]]), loads)
  const database = new Database(path)
  insert(database, rest.get('entry')!)
  return database
}

function insert(database: Database.Database, rows: Row[]): void {
  const one = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?)')
  database.transaction(() => {
    for (const row of rows) one.run(row)
  })()
}

function check(t: Test, database: Database.Database, rows: Row[]): void {
  t.same(database.pragma('integrity_check'), [{ integrity_check: 'ok' }])
  const found = database.prepare('SELECT * FROM entry ORDER BY a, b').raw().all()
  t.equal(found.length, rows.length)
  t.ok(
    found.every((row, n) => JSON.stringify(row) === JSON.stringify(rows[n])),
    'every row is there, to the last digit',
  )
}

/** In the order of their keys. */
function rowsOf(count: number, from = 0): Row[] {
  const values = [null, 0, 1, -1, 127, -128, 128, 32_767, -32_768, 8_388_607, 2 ** 31 - 1, -(2 ** 31), 2 ** 31]
  const wide = [2 ** 47 - 1, 2 ** 47, -(2 ** 47) - 1, Number.MAX_SAFE_INTEGER, 0.1, -1e300, 1e16, '', 'x'.repeat(57)]
  const others = [...values, ...wide, 'y'.repeat(300), Buffer.from([0, 128, 255]), Number.MIN_SAFE_INTEGER]
  const other = (n: number) => others[n % others.length]!
  return Array.from({ length: count }, (_, n) => [from + (n >> 2), `b${n & 3}`, other(n), other(n * 7), other(n * 11)])
}

t.test('what was loaded in bulk is what was inserted, however many rows and loads there are', async t => {
  for (const count of [0, 1, 499, 500, 501, 50_000]) check(t, load([rowsOf(count)]), rowsOf(count))
  const parts = [30_000, 10, 600, 0, 40_000].map((count, n) => rowsOf(count, n * 10_000))
  check(t, load(parts), parts.flat())
})

t.test('rows that are out of order come to their places too', async t => {
  const rows = rowsOf(9000)
  const shuffled = [...rows.slice(4000, 5000), ...rows.slice(0, 4000).reverse(), ...rows.slice(5000)]
  check(t, load([shuffled]), rows)
})

t.test('rows that are in order within their groups come to their places', async t => {
  const groups = [3000, 20, 499, 500, 501, 9000].map((count, group) =>
    Array.from({ length: count }, (_, n): Row => [group, String(n).padStart(5, '0'), n, null, 'x'.repeat(20)]),
  )
  const mixed = Array.from({ length: 9000 }, (_, n) => groups.flatMap(rows => rows.slice(n, n + 1))).flat()
  const of = (...wanted: number[]) => mixed.filter(row => wanted.includes(row[0] as number))
  check(t, load([of(0, 3), of(5, 1), of(2, 4)], true), groups.flat())
})

t.test('more rows can be added to what was loaded, anywhere', async t => {
  const rows = rowsOf(12_000)
  const later = rows.filter((_, n) => n % 3 === 0)
  const database = load([rows.filter((_, n) => n % 3 > 0)])
  insert(database, later)
  check(t, database, rows)
})

t.test('rows of any length that a page can hold', async t => {
  fc.assert(
    fc.property(fc.array(fc.nat(950), { minLength: 2000, maxLength: 2100 }), lengths => {
      const rows = lengths.map((length, n): Row => [n, 'b', null, null, 'x'.repeat(length)])
      check(t, load([rows]), rows)
    }),
    { numRuns: 10 },
  )
  const long = rowsOf(2000).with(1000, [500, 'b0', null, null, 'x'.repeat(1000)])
  t.throws(() => load([long]), { message: /too long/ })
  const foreign = rowsOf(2000).with(1000, [500, 'b0', null, null, '🟠'])
  t.throws(() => load([foreign]), { message: /no ASCII/ })
})

t.test('the page that the database keeps for its locks is left out', async t => {
  const [path, pages] = [`${folder}/long`, `${folder}/pages`]
  const lockPage = 2 ** 30 / pageSize + 1
  const file = openSync(path, 'w+')
  ftruncateSync(file, (lockPage - 3) * pageSize)
  writeFileSync(pages, Buffer.concat([1, 2, 3, 4].map(n => Buffer.alloc(pageSize, n))))
  const longer = new LongerFile(path)
  t.equal(longer.take(pages), 0)
  t.equal(longer.add(Buffer.alloc(pageSize, 5)), lockPage + 3)
  longer.close()
  const added = [-2, -1, 0, 1, 2, 3].map(n => {
    const byte = Buffer.alloc(1)
    readSync(file, byte, 0, 1, (lockPage + n - 1) * pageSize)
    return byte[0]
  })
  t.same(added, [1, 2, 0, 3, 4, 5])
})
