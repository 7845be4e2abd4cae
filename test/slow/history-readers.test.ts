import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { mock } from 'node:test'
import { day } from '../../src/market/time.ts'
import type { Gap } from '../../src/store/history/coverage.ts'
import { wrongParts } from '../../src/store/history/held-days.ts'
import { History } from '../../src/store/history/history.ts'
import type { Store } from '../../src/store/store.ts'
import t, { type Test } from '../harness/tap.ts'

const folder = t.testdir()
const unlimited = Number.MAX_SAFE_INTEGER
const someone = { isLimited: true, gone: undefined }
const from = Date.UTC(2021, 2, 3)
// The thread that fills does not keep a process alive.
const alive = setInterval(() => {}, 1000)
t.teardown(() => clearInterval(alive))

function openHistory(t: Test, name: string, seed = 'market', limit = unlimited) {
  const path = `${folder}/${name}.sqlite`
  const history = new History({ path, seed, profile: 'tiny', limit })
  t.teardown(() => history.close())
  return { path, history }
}

/** Days of trades of the busiest pair. */
function tradesOf(store: Store, first: number, days: number): Gap {
  const [row] = store.all("SELECT id FROM instrument WHERE exchange_code = 'bnce' AND code = 'btc-usdt'")
  return { kind: 'trades', subject: Number(row![0]), from: first, until: first + days * day }
}

const blocks = (store: Store) => Number(store.all('SELECT count(*) FROM trade_block')[0]![0])

t.test('readers of a process that create one history at once share it', async t => {
  const readers = Array.from({ length: 6 }, () => openHistory(t, 'shared').history)
  const stores = await Promise.all(readers.map(history => history.open()))
  await Promise.all(readers.map((history, n) => history.fill([tradesOf(stores[n]!, from + n * day, 1)], someone)))
  t.equal(blocks(await readers[0]!.open()), blocks(await readers[5]!.open()))
  t.equal(new Set(stores.map(store => store.isReplaced)).size, 1)
  t.notOk(stores[0]!.isReplaced, 'nobody has made another')
})

t.test('requests whose clients have left make way for others, and some of them are filled', async t => {
  const { history } = openHistory(t, 'left')
  const store = await history.open()
  const done: number[] = []
  const clients = Array.from({ length: 300 }, (_, n) => {
    const client = new AbortController()
    const fill = history.fill([tradesOf(store, from + n * 40 * day, 40)], { isLimited: false, gone: client.signal })
    client.abort()
    return fill.then(
      () => done.push(n),
      ({ message, headers }) => {
        t.match(message, /other requests wait .*; try again in 5 s$/)
        t.equal(headers['retry-after'], '5')
      },
    )
  })
  await history.fill([tradesOf(store, Date.UTC(2019, 0, 1), 1)], { ...someone, isLimited: false })
  t.equal(done.length, 0, 'one that somebody waits for comes first')
  await Promise.all(clients)
  t.ok(done.length > 0 && done.length <= 16, `${done.length} are filled`)
})

t.test('later records of a page have no time limit', async t => {
  const { history } = openHistory(t, 'long')
  const store = await history.open()
  mock.timers.enable({ apis: ['setTimeout'] })
  const gap = tradesOf(store, from, 400)
  const [first, later] = [someone, { ...someone, isLimited: false }].map(client => history.fill([gap], client))
  mock.timers.tick(26_000)
  mock.timers.reset()
  await t.rejects(first!, { message: /still being generated.*try again in 5 s/ })
  await t.resolves(later!)
})

t.test('a history that was deleted or replaced is opened anew', async t => {
  const { history, path } = openHistory(t, 'replaced')
  const store = await history.open()
  await history.fill([tradesOf(store, from, 1)], someone)
  const known = blocks(store)
  copyFileSync(path, `${path}.copy`)
  rmSync(path)
  await t.rejects(history.fill([tradesOf(store, from, 2)], someone), { message: /another history has taken the place/ })
  const made = await history.open()
  await history.fill([tradesOf(made, from, 1)], someone)
  t.equal(blocks(made), known)
  t.notOk(made.isReplaced, 'it is the file at the path')
})

t.test('the history of another market in its place is neither read nor replaced', async t => {
  const { history, path } = openHistory(t, 'market')
  await history.open()
  const other = openHistory(t, 'market', 'other').history
  const store = await other.open()
  for (let n = 0; n < 2; n++)
    await t.rejects(history.open(), { message: /has the history of another market by now: start each server with/ })
  await other.fill([tradesOf(store, from, 1)], someone)
  t.notOk(store.isReplaced, 'the other goes on')
  t.ok(existsSync(path), 'at its path')
})

t.test('a file that is no history says what to do', async t => {
  for (const content of ['', 'no database, for sure']) {
    const { history, path } = openHistory(t, `none${content.length}`)
    writeFileSync(path, content)
    const cause = {
      message: `${path} is no history that can be read: delete it, and what it had is generated again when it is asked for`,
    }
    await t.rejects(history.open(), cause)
    rmSync(path)
    await t.resolves(history.open())
  }
})

t.test('the catalogue is not part of the limit', async t => {
  const { history } = openHistory(t, 'limited', 'market', 1 << 20)
  const store = await history.open()
  const listings = { kind: 'listings', subject: 0, from: Date.UTC(2016, 0, 1), until: Date.UTC(2026, 0, 1) } as const
  await history.fill([listings], someone)
  t.ok(store.bytesUsed > 2 << 20, 'contracts of ten years are listed')
  await history.fill([tradesOf(store, from, 1)], someone)
  t.ok(blocks(store) > 0, 'a day is kept')
})

t.test('rows of the whole market and of single assets are part of the limit', async t => {
  const { history } = openHistory(t, 'market-wide', 'market', 1 << 20)
  const store = await history.open()
  const [alone] = store.texts('SELECT code FROM supply_asset WHERE position IS NULL')
  const ofMarket = (['supply', 'fx', 'bitcoin', 'holders', 'staking', 'scenarios'] as const).map(
    kind => [kind, 0] as const,
  )
  const ofAssets = [
    ['asset-supply', alone!],
    ['reference-prices', 'btc'],
    ['value-locked', 'usp3'],
  ] as const
  for (const [kind, subject] of [...ofMarket, ...ofAssets])
    await history.fill([{ kind, subject, from, until: from + 20 * day }], someone)
  await history.fill([tradesOf(store, from, 1)], someone)
  t.ok(blocks(store) > 0, 'a day of trades is kept')
  t.same([...wrongParts(store)], [], 'and whatever else is held is whole')
})

t.test('a history that is closed leaves no log', async t => {
  const { history, path } = openHistory(t, 'closed')
  await history.fill([tradesOf(await history.open(), from, 3)], someone)
  await history.close()
  t.same(
    ['-wal', '-shm'].filter(end => existsSync(path + end)),
    [],
  )
})
