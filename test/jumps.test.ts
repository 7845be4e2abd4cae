import t from 'tap'
import { controlOf } from './harness/control.ts'
import { operations } from './harness/operations.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { buildTestStore, end, start } from './harness/store.ts'

const urls = operations.flatMap(({ urls }) => urls)
const folder = t.testdir()

/** A server with its clock frozen at the end of its store. */
function freshAt(time: number): Promise<Served> {
  const path = `${folder}/${time}.sqlite`
  buildTestStore(path, { start, end: time })
  return serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
}

/** Complete answers as text. */
async function answersOf(server: Served, asked = urls): Promise<string[]> {
  const answers: string[] = []
  for (const url of asked) {
    const { statusCode, body } = await server.get(url)
    answers.push(`${url}\n${statusCode} ${body}`)
  }
  return answers
}

t.test('a moved clock gives the answers of a server started at that time', async t => {
  const server = await serve(t, unlimited)
  const ask = controlOf(server)
  const hour = 3_600_000
  for (const time of [end - 31 * hour + 1234, end - 16 * hour - 500, end - 49 * hour, end - 5 * hour - 1, end - 1]) {
    const fresh = await freshAt(time)
    const { status } = await ask('PUT', '/tenants/default/clock', { now: new Date(time).toISOString() })
    t.equal(status, 200)
    const [moved, expected] = [await answersOf(server), await answersOf(fresh)]
    const different = moved.filter((answer, n) => answer !== expected[n])
    t.same(
      different.map(answer => answer.slice(0, 200)),
      [],
      new Date(time).toISOString(),
    )
    const lists = [
      '/v1/instruments',
      '/v1/instruments?trade_end_timestamp=ongoing&orderBy=trade_count',
      '/v1/instruments?trade_count_min=50',
    ]
    t.strictSame(await answersOf(server, lists), await answersOf(fresh, lists))
    await fresh.close()
  }
})

t.test('a clock beyond the end of the data gives the answers of a server with later data', async t => {
  const path = `${folder}/short.sqlite`
  const hour = 3_600_000
  const first = end - 30 * hour
  buildTestStore(path, { start, end: first })
  const server = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded', SANDBOX_CLOCK_AHEAD: '2' })
  const ask = controlOf(server)
  const before = await answersOf(server)
  const { key } = await ask('POST', '/tenants', { name: 'ahead' })
  t.match(await ask('PUT', '/tenants/ahead/clock', { now: new Date(first + 49 * hour).toISOString() }), {
    status: 400,
    message: /^now must be from .* to .*, 2 days beyond the end of the data \(SANDBOX_CLOCK_AHEAD\)/,
  })
  for (const time of [first + 5 * hour + 17, first + 29 * hour, first - 7 * hour]) {
    t.match(await ask('PUT', '/tenants/default/clock', { now: new Date(time).toISOString() }), { status: 200 })
    const fresh = await freshAt(time)
    const [moved, expected] = [await answersOf(server), await answersOf(fresh)]
    const different = moved.filter((answer, n) => answer !== expected[n])
    t.same(
      different.map(answer => answer.slice(0, 200)),
      [],
    )
    const others = await server.get(urls[0]!, { 'x-api-key': key })
    t.equal(`${urls[0]}\n200 ${others.body}`.length, before[0]!.length, 'other tenants are unaffected')
    await fresh.close()
  }
  await ask('POST', '/tenants/default/reset')
  t.strictSame(await answersOf(server), before)
})
