import { copyFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import Database from 'better-sqlite3'
import { Failure } from '../src/base/failure.ts'
import { day } from '../src/market/time.ts'
import { withoutDefaults } from '../src/operations/echo.ts'
import { Tokens, type Walk } from '../src/operations/paging/token.ts'
import { anyText } from './harness/any-text.ts'
import { instrumentUrl, operations, withQuery } from './harness/operations.ts'
import { early } from './harness/partial-stores.ts'
import { fc, runs } from './harness/properties.ts'
import { fullKey, type Served, serve, unlimited } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'
import { page, walk } from './harness/walk.ts'

const tokens = new Tokens('secret')
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const anyWalk: fc.Arbitrary<Walk> = fc.record(
  {
    version: fc.constantFrom('v1', 'v2', ''),
    until: fc.integer({ min: 0, max: 4e12 }),
    issued: fc.integer({ min: 0, max: 4e9 }),
    page: fc.integer({ min: 1, max: 4e6 }),
    parameters: fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { noNullPrototype: true }),
    position: fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 4 }),
  },
  { noNullPrototype: true, requiredKeys: ['version', 'until', 'issued', 'page', 'parameters', 'position'] },
)

function refused(token: string, boundTo = 'here', by = tokens): boolean {
  try {
    by.open(token, boundTo)
    return false
  } catch (error) {
    return error instanceof Failure && error.kind === 'badToken' && error.statusCode === 400
  }
}

t.test('a sealed walk can be opened, and the same walk gives the same token', async t => {
  fc.assert(
    fc.property(anyWalk, fc.string(), (walk, boundTo) => {
      const token = tokens.seal(walk, boundTo)
      t.match(token, /^[\w-]+$/)
      t.strictSame(tokens.open(token, boundTo), walk)
      t.equal(tokens.seal(walk, boundTo), token)
    }),
  )
})

t.test('a token with any changed, missing or added character is refused', async t => {
  fc.assert(
    fc.property(anyWalk, walk => {
      const token = tokens.seal(walk, 'here')
      const survivors: string[] = []
      const expectRefused = (text: string) => {
        if (!refused(text)) survivors.push(text)
      }
      for (let n = 0; n < token.length; n++) {
        const [before, after] = [token.slice(0, n), token.slice(n + 1)]
        // Three letters at each place; over a whole token, all letters occur.
        const letters = [1, 17, 40].map(step => base64url[(base64url.indexOf(token[n]!) + step + n) % 64]!)
        for (const character of [...letters, '=', '+', ' ', '%', 'é'])
          if (character !== token[n]) expectRefused(before + character + after)
        expectRefused(before)
        expectRefused(before + after)
      }
      for (const character of [...base64url, '=', '==', '.', '\n', '\0']) expectRefused(token + character)
      for (const character of [...base64url, ' ']) expectRefused(character + token)
      t.same(survivors, [])
    }),
    runs(5),
  )
})

t.test('arbitrary texts are refused as tokens', async t => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String(), anyText()), text => refused(text)))
  t.ok(refused(''), 'an empty token is refused')
  t.ok(refused('A'.repeat(10_000)), 'a long token is refused')
})

t.test('a token opens only for the request it is bound to', async t => {
  fc.assert(
    fc.property(anyWalk, fc.string(), fc.string(), (walk, here, there) => {
      fc.pre(here !== there)
      t.ok(refused(tokens.seal(walk, here), there), 'a token of another place is refused')
    }),
  )
})

t.test('replicas with the same secret accept tokens of each other, others do not', async t => {
  fc.assert(
    fc.property(anyWalk, fc.string(), fc.string(), (walk, one, other) => {
      fc.pre(one !== other)
      const token = new Tokens(one).seal(walk, 'here')
      t.equal(new Tokens(one).seal(walk, 'here'), token)
      t.strictSame(new Tokens(one).open(token, 'here'), walk)
      t.ok(refused(token, 'here', new Tokens(other)), 'a token of another secret is refused')
    }),
    runs(30),
  )
})

const server = await serve(t, unlimited)
const paged = operations.filter(
  ({ family, operation }) => family.host === 'market' && 'page_size' in operation.query.properties,
)
const trades = instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')

t.test('no operation accepts tokens of another operation, path, version or key', async t => {
  const other = { 'x-api-key': 'other-key' }
  for (const [n, { family, operation, urls }] of paged.entries()) {
    const url = urls[0]!
    const versions = family.host === 'market' ? family.dataset.versions : []
    const [path] = url.split('?') as [string]
    const { body } = await page(server, withQuery(url, { page_size: 1 }))
    const query = `?continuation_token=${body.continuation_token}`
    t.equal((await server.get(path + query)).statusCode, 200, operation.id)
    // Each operation refuses the tokens of a third of the others, in turn.
    const others = paged
      .filter((one, m) => one.operation !== operation && (n + m) % 3 === 0)
      .map(one => one.urls[0]!.split('?')[0]!)
    const moved = [path.replace('cbse', 'krkn'), path.replace('btc-usd', 'eth-usd'), path.replace('.v1', '.v2')]
    const elsewhere = [...moved.filter(one => one !== path), ...others, '/v1/instruments']
    const accepted: string[] = []
    for (const foreign of elsewhere) {
      const { statusCode, body } = await server.get(foreign + query)
      const unknown = foreign === path.replace('.v1', '.v2') && !versions.includes('v2')
      const [status, words] = unknown ? [404, '; use '] : [400, 'continuation_token']
      if (statusCode !== status || !body.includes(words)) accepted.push(`${foreign} is ${statusCode}: ${body}`)
    }
    t.same(accepted, [], operation.id)
    t.equal((await server.get(path + query, other)).statusCode, 400, 'another key')
    t.equal((await server.get(path.replace('.v1', '.latest') + query)).statusCode, 200, 'latest accepts any version')
  }
  const listed = await server.json('/v1/instruments?limit=3')
  t.equal((await server.get(`${trades}?continuation_token=${listed.continuation_token}`)).statusCode, 400)
  t.equal((await server.get(`/v1/instruments?continuation_token=${listed.continuation_token}x`)).statusCode, 400)
})

t.test('an unknown version is refused by name, also beside a token', async t => {
  const { body } = await page(server, withQuery(trades, { page_size: 1 }))
  const url = body.next_url.replace('trades.v1', 'trades.v9')
  const answer = await server.get(url)
  t.equal(answer.statusCode, 404)
  t.match(answer.json().message, /unknown version "v9" of trades; use trades.v1, trades.v2, trades.latest/)
})

t.test('parameters too large for a token are refused on the first page, smaller ones are carried', async t => {
  const codes = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length)).join()
  const refusal = async (url: string) => (await server.get(url)).json().message
  const refused = (query: string) => refusal(`/v1/instruments?limit=1&${query}`)
  t.match(await refused(`exchange_code=${codes(101, 3)}`), /exchange_code must have at most 100 values, not 101/)
  t.match(await refused(`exchange_code=cbse&code=${codes(100, 120)}`), /at most 4000 bytes in total; shorten code/)
  const events = '/v2/data/lending.v1/events'
  for (const name of ['protocol', 'exchange'])
    t.match(await refusal(`${events}?${name}=${codes(100, 45)}`), new RegExp(`; shorten ${name}$`))
  const { body } = await page(server, `/v1/instruments?limit=1&exchange_code=cbse,${codes(99, 38)}`)
  t.ok(body.continuation_token.length > 5000 && body.continuation_token.length <= 6144, 'the token is long but allowed')
  t.equal((await server.get(body.next_url)).statusCode, 200)
})

t.test('a walk carries every parameter except defaults', async t => {
  const schema = Type.Object({
    code: Type.String(),
    sort: Type.String({ default: 'desc' }),
    size: Type.Integer({ default: 1 }),
  })
  const given = (written: Record<string, string>) => withoutDefaults(schema, written)
  t.same(given({ code: 'a', sort: 'asc', size: '2' }), { code: 'a', sort: 'asc', size: '2' })
  t.same(given({ code: 'undefined', sort: 'desc', size: '1' }), { code: 'undefined' })
})

t.test('every character of a served token matters', async t => {
  const { body } = await page(server, `${trades}?page_size=10`)
  const token: string = body.continuation_token
  const answers = new Set<number>()
  for (let n = 0; n < token.length; n++)
    for (const character of token[n] === 'A' ? ['B', '%00'] : ['A', '%25', '']) {
      const url = `${trades}?continuation_token=${token.slice(0, n)}${character}${token.slice(n + 1)}`
      answers.add((await server.get(url)).statusCode)
    }
  t.same([...answers], [400])
})

t.test('tokens of ordinary walks are short', async t => {
  for (const { operation, urls } of paged) {
    // Compositions have one record per quarter.
    if ('index_code' in operation.query.properties) continue
    // State prices cover 24 hours; daily operations have one record per day.
    const first = 'start_date' in operation.query.properties ? 28 : 30
    const range = { start_time: `2026-01-${first}T00:00:00.123456Z`, end_time: '2026-01-30T23:59:59.999Z' }
    const { body } = await page(server, withQuery(urls[0]!, { page_size: 1, sort: 'asc', ...range }))
    // A valuation carries five required lists.
    const most = 'weights' in operation.query.properties ? 400 : 350
    t.ok(body.continuation_token.length <= most, `${operation.id}: ${body.continuation_token.length}`)
  }
})

t.test('two servers with the same seed accept tokens of each other, unless one has its own secret', async t => {
  const replica = await serve(t, unlimited)
  const stranger = await serve(t, { ...unlimited, SANDBOX_TOKEN_SECRET: 'something else' })
  const { body } = await page(server, `${trades}?page_size=40`)
  t.same((await replica.json(body.next_url)).data, (await server.json(body.next_url)).data)
  t.equal((await stranger.get(body.next_url)).statusCode, 400)
  const half = await walk(replica, body.next_url)
  t.ok(half.length > 10, 'half of the walk has records')
})

/** A random value for a token's fields, impossible or plausible. */
const alien = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, {}, [], '', -1, 0, 2 ** 53, 8.64e15 + 1, '2026-01-30', 'v2', 1_769_817_600_000),
)

t.test(
  'a token forged with the secret cannot cause an internal error, invalid JSON or access outside the key’s range',
  async t => {
    const opened = end - 2 * day
    const limited = { key: 'limited', name: 'limited', access_range: { start: new Date(opened).toISOString() } }
    const keys = `${t.testdir({ 'keys.json': JSON.stringify([{ ...limited, limit: 1e9 }]) })}/keys.json`
    const victim = await serve(t, { SANDBOX_KEYS: keys })
    const forger = new Tokens('seed market')
    const statuses = new Map<number, number>()
    for (const { operation, urls } of paged) {
      const url = urls[0]!
      const path = url.split('?')[0]!
      const inPath = operation.path.match(/:\w+/g)?.filter(name => name !== ':data_version') ?? []
      const boundTo = [operation.id, ...inPath.map(name => operation.example[name.slice(1)]!), 'limited'].join('\n')
      const first = (await victim.get(withQuery(url, { page_size: 1, sort: 'asc' }), { 'x-api-key': 'limited' })).json()
      if (first.continuation_token === undefined) continue
      const honest = forger.open(first.continuation_token, boundTo)
      const ask = async (walk: unknown) => {
        const token = forger.seal(walk as Walk, boundTo)
        const answer = await victim.get(`${path}?continuation_token=${token}`, { 'x-api-key': 'limited' })
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
        return { status: answer.statusCode, body: answer.json() }
      }
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 5 }),
          alien,
          fc.array(alien, { maxLength: 4 }),
          async (part, value, list) => {
            const position = list.length > 0 ? list : [value, ...honest.position.slice(1)]
            const changes = [
              { version: value },
              { until: value },
              { issued: value },
              { page: value },
              { parameters: { ...honest.parameters, page_size: value } },
              { position },
            ]
            const { status } = await ask({ ...honest, ...changes[part] })
            if (![200, 400, 404, 414].includes(status)) throw new Error(`${operation.id} answered ${status}`)
          },
        ),
        { ...runs(25), examples: [[5, 8.64e15 + 1, []]] },
      )
      const early = honest.position.map((value, n) => (n === 0 && typeof value === 'number' ? 0 : value))
      const { status, body } = await ask({ ...honest, position: early, until: 4e12, opened: 0 })
      const times = (body.data ?? [])
        .map((row: Record<string, unknown>) => Number(row.timestamp))
        .filter(Number.isFinite)
      const unit = times[0] > 1e17 ? 1e6 : times[0] < 1e11 ? 1e-3 : 1
      t.ok(
        times.every((time: number) => time / unit >= opened),
        `${operation.id} is ${status}`,
      )
    }
    t.ok(statuses.get(200)! > 40, 'some changed tokens are harmless')
    t.ok(statuses.get(400)! > 200, 'most changed tokens are refused')
  },
)

t.test('a token expires a day after it was issued, unless validation is lenient or the lifetime is 0', async t => {
  const issued = end / 1000
  const { body } = await page(server, `${trades}?page_size=10`)
  const old = (seconds: number) => {
    const forger = new Tokens('seed market')
    const boundTo = ['listTrades', 'cbse', 'spot', 'btc-usd', fullKey].join('\n')
    return forger.seal({ ...forger.open(body.continuation_token, boundTo), issued: issued - seconds }, boundTo)
  }
  const asked = async (by: Served, seconds: number) =>
    (await by.get(`${trades}?continuation_token=${old(seconds)}`)).json()
  t.match(await asked(server, 86_400), { result: 'success' })
  t.match(await asked(server, 86_401), { result: 'error', message: /expired at 2026-01-3.*repeat the first call/ })
  const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
  t.match(await asked(lenient, 86_401), { result: 'success' })
  const forever = await serve(t, { ...unlimited, SANDBOX_TOKEN_TTL: '0' })
  t.match(await asked(forever, 1e9), { result: 'success' })
  const short = await serve(t, { ...unlimited, SANDBOX_TOKEN_TTL: '60' })
  t.match(await asked(short, 61), { result: 'error' })
})

t.test('a walk that began where the store ends later is not cut short', async t => {
  const data = `${t.testdir()}/behind.sqlite`
  copyFileSync(early.path, data)
  // Nobody extends it.
  new Database(data).exec("UPDATE store SET value = 'test' WHERE name = 'source'").close()
  const behind = await serve(t, { ...unlimited, SANDBOX_DATA: data })
  const path = instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')
  const { continuation_token } = await server.json(withQuery(path, { sort: 'asc', page_size: 10 }))
  const there = await server.get(withQuery(path, { continuation_token }))
  const here = await behind.get(withQuery(path, { continuation_token }))
  t.equal(there.statusCode, 200)
  t.match(here, { statusCode: 503, headers: { 'retry-after': '5' } })
  t.match(here.json().message, `the data here end at ${new Date(early.end).toISOString()}`)
})
