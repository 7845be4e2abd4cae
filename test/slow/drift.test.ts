import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compareAnswers } from '../../src/commands/client/drift-comparison.ts'
import { comparePaging } from '../../src/commands/client/drift-paging.ts'
import { createSandbox } from '../../src/index.ts'
import { SettingsFailure } from '../../src/settings.ts'
import { command, failureOf, outcomeOf } from '../harness/command.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const env = {
  SANDBOX_PROFILE: 'tiny',
  SANDBOX_NOW: new Date(end).toISOString(),
  SANDBOX_DATA: storePath,
  UP: 'sandbox-key',
}
const bars = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1h&page_size=5'
const trades = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=5'

t.test('a server does not drift from itself, and each change is found and classified', async t => {
  const sandbox = await createSandbox({ profile: 'tiny', now: env.SANDBOX_NOW, data: storePath })
  t.teardown(() => sandbox.close())
  const run = (...args: string[]) => outcomeOf(['drift', '--upstream', sandbox.url, '--key-env', 'UP', ...args], env)
  const same = await run()
  t.equal(same.code, 0, same.stdout + same.stderr)
  t.match(same.stdout, /^\d+ requests; 0 critical, 0 warning, 0 info\n$/)
  t.notOk(JSON.stringify(sandbox.journal()).includes('"status":4'), 'every example is answered')

  const folder = t.testdir({
    requests: `# two\n${bars}\n${trades}\n`,
    exclude: `${bars.slice(0, 30)} field data[].volume\n* nullability of field data[].price\n`,
  })
  sandbox.faults.replace([
    { when: { operation: 'listOhlcv' }, do: { drop_field: 'volume', add_field: 'turnover', null_field: 'open' } },
    { when: { operation: 'listTrades' }, do: { null_field: 'price', malformed: 'content_type' } },
  ])
  const changed = await run(`--requests=${folder}/requests`)
  t.equal(changed.code, 1)
  for (const line of [
    'critical field data[].volume: number as text here, absent there',
    'warning  field data[].turnover: absent here, string there',
    'warning  nullability of field data[].open: number as text here, null there',
    'critical header content-type: application/json here, text/html there',
  ])
    t.ok(changed.stdout.includes(`  ${line}\n`), `${line}\n${changed.stdout}`)
  const excluded = await run(`--requests=${folder}/requests`, `--exclude=${folder}/exclude`)
  t.notMatch(excluded.stdout, /volume|price/)
  t.match(excluded.stdout, /turnover.*1 critical/s)
  t.equal(excluded.code, 1)
  sandbox.faults.replace([{ do: { status: 500 } }])
  t.match((await run(`--requests=${folder}/requests`)).stdout, /critical status: 200 here, 500 there/)
})

t.test('order, types and identities are compared, values are not', async t => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const compare = (one: object, other: object) =>
    compareAnswers({ status: 200, headers, body: one }, { status: 200, headers, body: other }).map(
      ({ severity, part }) => `${severity} ${part}`,
    )
  const data = [
    { timestamp: 1, low: '1', open: '2', close: '2', high: '3' },
    { timestamp: 2, low: '5', open: '6', close: '6', high: '7' },
  ]
  t.same(compare({ data }, { data: data.map(one => ({ ...one, high: '9' })) }), [])
  t.same(compare({ data }, { data: data.toReversed() }), ['critical order of records'])
  t.same(compare({ data }, { data: data.map(one => ({ ...one, low: 1 })) }), ['critical field data[].low'])
  t.same(compare({ data }, { data: data.map(one => ({ ...one, low: '8' })) }), [
    'warning identity: low <= open, close <= high',
  ])
})

t.test('a server that differs on a later page is found if that page is compared', async t => {
  const sandbox = await createSandbox({ profile: 'tiny', now: env.SANDBOX_NOW, data: storePath })
  t.teardown(() => sandbox.close())
  const requests = `${t.testdir({ requests: `${bars}\n` })}/requests`
  const run = async (...args: string[]) => {
    const given = ['drift', `--upstream=${sandbox.url}`, '--key-env=UP', `--requests=${requests}`, ...args]
    const { stdout } = await outcomeOf(given, env)
    // Responses with faults have no ETag.
    return stdout.split('\n').filter(line => /^ {2}(critical|warning)/.test(line))
  }
  const cases: [page: number, effect: object, found: string[]][] = [
    [2, { drop_field: 'volume' }, ['critical field data[].volume on page 2: number as text here, absent there']],
    [2, { status: 503 }, ['critical status on page 2: 200 here, 503 there']],
    [
      2,
      { page: 'repeat_token' },
      ['critical paging: next_url of the previous page on page 2: not repeated here, repeated there'],
    ],
    [2, { page: 'short_pages' }, ['warning  paging: records on a page before the last on page 2: 5 here, 3 there']],
    [1, { page: 'empty_with_next' }, ['warning  paging: records on a page before the last: 5 here, 0 there']],
  ]
  for (const [page, effect, found] of cases) {
    sandbox.faults.replace([{ when: { page }, do: effect }])
    t.same(
      await run(),
      found.map(line => `  ${line}`),
      JSON.stringify(effect),
    )
    if (page > 1) t.same(await run('--pages=1'), [], 'the first page is the same')
  }
  sandbox.faults.replace([{ when: { page: 3 }, do: { null_field: 'open' } }])
  t.same(await run(), [])
  t.match(await run('--pages=3'), [/nullability of field data\[\]\.open on page 3/])
})

t.test('paging is compared page by page and across the edge of two pages', async t => {
  const headers = new Headers()
  const walkOf = (...pages: [times: number[], next?: string][]) =>
    pages.map(([times, next_url]) => {
      const body = { data: times.map(timestamp => ({ timestamp })), ...(next_url && { next_url }) }
      return { status: 200, headers, body }
    })
  const compare = (...walks: [ReturnType<typeof walkOf>, ReturnType<typeof walkOf>]) =>
    comparePaging(...walks).map(({ severity, part }) => `${severity} ${part}`)
  const right = walkOf([[9, 8], '/2'], [[7, 6], '/3'])
  t.same(compare(right, walkOf([[5, 4], '/2'], [[3, 2], '/3'])), [])
  t.same(compare(walkOf([[9, 8], '/2']), walkOf([[9, 8]])), ['warning paging: next_url'])
  t.same(compare(right, walkOf([[4, 3], '/2'], [[6, 5], '/3'])), ['critical order of records across pages'])
  t.same(compare(right, walkOf([[5, 4], '/2'], [[4, 3], '/3'])), ['critical paging: records of the previous page'])
  t.same(compare(right, walkOf([[5, 4], '/2'], [[3, 2], '/2'])), ['critical paging: next_url of the previous page'])
  t.same(compare(right, walkOf([[5, 4], '/2'], [[3], '/3'])), ['warning paging: records on a page before the last'])
  t.same(compare(walkOf([[9, 8], '/2'], [[7]]), walkOf([[5, 4], '/2'], [[3, 2]])), [], 'the last page may be short')
})

t.test('the key goes to the named server alone, wherever the next page is said to be', async t => {
  const asked: string[][] = []
  const page = { data: [], next_url: 'http://127.0.0.1:1/next?page=2', continuation_token: 'x' }
  const upstream = createServer(({ url, headers }, response) => {
    asked.push([url!, String(headers['x-api-key'])])
    response.setHeader('content-type', 'application/json').end(JSON.stringify(page))
  }).listen(0, '127.0.0.1')
  t.teardown(() => upstream.close())
  await once(upstream, 'listening')
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`
  const requests = `${t.testdir({ requests: `${bars}\n` })}/requests`
  await outcomeOf(['drift', `--upstream=${url}`, '--key-env=UP', `--requests=${requests}`], env)
  t.same(asked, [
    [bars, 'sandbox-key'],
    [bars, 'sandbox-key'],
    ['/next?page=2', 'sandbox-key'],
  ])
})

t.test('a key that the server refuses is reported once', async t => {
  const sandbox = await createSandbox({ profile: 'tiny', now: env.SANDBOX_NOW, data: storePath })
  t.teardown(() => sandbox.close())
  const refused = failureOf(['drift', '--upstream', sandbox.url, '--key-env', 'UP'], { ...env, UP: 'sandbox-expired' })
  t.match(await refused, { message: /^http:\/\/127\.0\.0\.1:\d+ refuses the key in UP: 401 "this API key expired at / })
})

t.test('drift needs an explicit server and key, and prints neither key', async t => {
  const silent = createServer((_request, response) => response.destroy()).listen(0, '127.0.0.1')
  t.teardown(() => silent.close())
  await once(silent, 'listening')
  const dead = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const requests = `${t.testdir({ requests: '# ours\nv1/assets\n' })}/requests`
  const cases: [args: string[], message: RegExp][] = [
    [[], /--upstream must be the URL/],
    [['--upstream=file:///etc/passwd'], /--upstream must be the URL/],
    [['--upstream=http://127.0.0.1:1'], /--key-env must name/],
    [['--upstream=http://127.0.0.1:1', '--key-env=NONE'], /NONE is empty/],
    [
      ['--upstream=http://127.0.0.1:1', '--key-env=UP', '--pages=0'],
      /--pages must be an integer from 1 to 999, not "0"/,
    ],
    [['--upstream=http://127.0.0.1:1', '--key-env=UP', '--requests=/none'], /--requests: \/none cannot be read/],
    [
      ['--upstream=http://127.0.0.1:1', '--key-env=UP', `--requests=${requests}`],
      /must be a path with its query, such as \/v1\/exchanges, not "v1\/assets"/,
    ],
  ]
  for (const [args, message] of cases) {
    const failure = await failureOf(['drift', ...args], { ...env, UP: 'very-secret' })
    t.ok(failure instanceof SettingsFailure, args.join(' '))
    t.match(failure, { message })
    t.notMatch(failure, { message: /very-secret/ })
  }
  const args = ['drift', `--upstream=${dead}`, '--key-env=UP']
  const { code, stdout, stderr } = await command(args, { env: { ...env, UP: 'very-secret' } })
  t.equal(code, 2)
  t.match(stderr, /^market-data-sandbox: \S+ does not answer: [^\n]+\n$/)
  t.notMatch(stderr + stdout, 'very-secret')
})
