import { readdirSync } from 'node:fs'
import type { JournalEntry } from '../../src/control/journal/journal-entry.ts'
import { faultScript } from '../../src/control/report/fault-script.ts'
import { junitOf } from '../../src/control/report/junit.ts'
import { checks, type Report, reportOf } from '../../src/control/report/report.ts'
import { createSandbox } from '../../src/index.ts'
import { root, runProgram } from '../harness/command.ts'
import { controlOf } from '../harness/control.ts'
import { instrumentUrl } from '../harness/operations.ts'
import { serve } from '../harness/server.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const clients = `${root}/test/harness/clients`
const trades = instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')

interface Expected {
  /** Checks that find the client's mistake. */
  found: string[]
  /** Checks that may find it. */
  possible?: string[]
  /** Checks that the client meets and passes. */
  passed?: string[]
}

const expected: Record<string, Expected> = {
  right: { found: [] },
  'continues-after-refusals': {
    found: [],
    passed: ['no-retry-on-400', 'no-retry-on-401', 'no-retry-on-403', 'no-retry-on-404'],
  },
  'stops-early': { found: ['walks-to-the-end', 'survives-empty-pages'] },
  'ignores-retry-after': { found: ['honours-retry-after-on-429', 'honours-retry-after-on-503'] },
  'sends-stale-parameters': { found: ['sends-a-token-alone'] },
  'retries-401': { found: ['no-retry-on-401'] },
  'loses-records-after-a-cut': { found: ['walks-to-the-end', 'resumes-after-a-cut'] },
  hammers: { found: ['waits-before-a-retry'], possible: ['backs-off', 'adds-jitter'] },
  'key-in-url': { found: ['keeps-its-key-out-of-urls'] },
  'no-backoff': { found: ['backs-off'] },
  'dies-on-unknown-field': { found: ['walks-to-the-end', 'survives-unknown-fields'] },
  'repeats-pages': {
    found: ['asks-for-each-page-once'],
    possible: ['polls-conditionally', 'survives-unknown-fields', 'survives-null-fields', 'survives-empty-pages'],
  },
}

function named(report: Report, ...verdicts: string[]): string[] {
  return report.checks.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id)
}

/** Longer waits than a busy machine causes. */
function withLongWaits(rules: typeof faultScript): typeof faultScript {
  return rules.map(rule =>
    rule.do.retry_after === undefined ? rule : { ...rule, do: { ...rule.do, retry_after: 60 } },
  )
}

t.test('the report card finds the mistake of each client, and no mistake of the correct client', async t => {
  t.same(
    readdirSync(clients)
      .filter(name => name !== 'client.mjs')
      .sort(),
    Object.keys(expected)
      .map(name => `${name}.mjs`)
      .sort(),
  )
  await using sandbox = await createSandbox({ profile: 'tiny', now: new Date(end).toISOString(), data: storePath })
  await Promise.all(
    Object.entries(expected).map(async ([name, { found, possible = [], passed = [] }]) => {
      const tenant = await sandbox.tenant({ name })
      for (const rule of name === 'ignores-retry-after' ? withLongWaits(faultScript) : faultScript)
        tenant.fail(rule as Parameters<typeof tenant.fail>[0])
      const MARKET_DATA = { MARKET_DATA_URL: sandbox.url, MARKET_DATA_KEY: tenant.key }
      await runProgram(process.execPath, [`${clients}/${name}.mjs`], { env: MARKET_DATA })
      const report = tenant.report()
      const bad = named(report, 'failed', 'warned')
      t.same(
        bad.filter(id => !possible.includes(id)),
        found,
        `${name}: ${bad}`,
      )
      const good = named(report, 'passed')
      t.same(
        passed.filter(id => !good.includes(id)),
        [],
        `${name} passes`,
      )
      for (const { verdict, evidence } of report.checks) t.equal(evidence.length > 0, verdict !== 'unexercised')
    }),
  )
})

t.test('full jitter backs off, and equal waits do not', t => {
  const verdictOf = (waits: readonly number[]) => {
    const report = reportOf(failures(waits))
    return report.checks.find(({ id }) => id === 'backs-off')!.verdict
  }
  t.equal(verdictOf([700, 300, 2500]), 'passed', 'a later wait may be shorter')
  t.equal(verdictOf([100, 200, 400]), 'passed')
  t.equal(verdictOf([500, 510, 495]), 'failed')
  t.end()
})

t.test('waits that are equal after each status, but differ between them, have no jitter', t => {
  const verdictOf = (...waits: [status: number, wait: number][]) => {
    const entries = waits.flatMap(([status, wait], n) => {
      const [failed, again] = failures([wait])
      const cut = status === 200 && { complete: false, fault: 'f1', effects: ['cut'] }
      return [{ ...failed!, status, ...cut }, again!].map(one => ({ ...one, url: `${trades}?page_size=${n + 1}` }))
    })
    return reportOf(entries).checks.find(({ id }) => id === 'adds-jitter')!.verdict
  }
  t.equal(verdictOf([503, 1000], [503, 1002], [503, 1005], [200, 500]), 'warned')
  t.equal(verdictOf([503, 500], [502, 502], [200, 505]), 'warned')
  t.equal(verdictOf([503, 1000], [503, 1002], [200, 500], [200, 502]), 'passed', 'too few to compare')
  t.equal(verdictOf([503, 1000], [503, 700], [503, 1200]), 'passed')
  t.equal(verdictOf([503, 1000], [503, 1000]), 'unexercised')
  t.end()
})

t.test('Retry-After counts from the request, because a busy server notes the end of its response late', t => {
  const verdictOf = (wait: number) => {
    const [refused, again] = failures([wait])
    const late = new Date(Date.parse(refused!.began) + 200).toISOString()
    const report = reportOf([{ ...refused!, ended: late, response_headers: { 'retry-after': '1' } }, again!])
    return report.checks.find(({ id }) => id === 'honours-retry-after-on-503')!.verdict
  }
  t.equal(verdictOf(1000), 'passed')
  t.equal(verdictOf(900), 'failed')
  t.end()
})

const answered: JournalEntry = {
  ordinal: 1,
  began: '',
  ended: '',
  time: '2026-01-31T00:00:00Z',
  operation: 'listTrades',
  method: 'GET',
  url: trades,
  key_in_url: false,
  region: 'eu',
  key: 'client',
  request_headers: { 'user-agent': 'walker/1.0', 'accept-encoding': 'gzip' },
  status: 200,
  response_headers: {},
  bytes: 100,
  records: 1,
  complete: true,
  fault: null,
  effects: [],
  walk: null,
  why: null,
}

/** Journal of one request that fails before each wait, in milliseconds, and then succeeds. */
function failures(waits: readonly number[]): JournalEntry[] {
  let began = Date.parse('2026-01-31T00:00:00Z')
  return [...waits, 0].map((wait, n) => {
    const time = new Date(began).toISOString()
    began += wait
    const status = n < waits.length ? 503 : 200
    return { ...answered, ordinal: n + 1, status, began: time, ended: time }
  })
}

t.test('a second walk of a query may request the same pages, under a frozen clock with the same tokens', t => {
  const walkOf = (...pages: number[]): JournalEntry[] =>
    pages.map((page, n) => {
      const time = new Date(Date.parse('2026-01-31T00:00:00Z') + n * 1000).toISOString()
      const url = page === 1 ? trades : `${trades}?continuation_token=${page}`
      const walk = { id: 'w', page, last: page === 3 }
      return {
        ...answered,
        ordinal: n + 1,
        began: time,
        ended: time,
        url,
        walk,
        effects: page === 2 ? ['add_field'] : [],
      }
    })
  const failed = (...pages: number[]) => named(reportOf(walkOf(...pages)), 'failed')
  t.same(failed(1, 2, 3, 1, 2, 3), [])
  t.same(failed(1, 2, 2, 3), ['asks-for-each-page-once', 'survives-unknown-fields'])
  t.same(failed(1, 1, 2, 2, 3, 3), ['asks-for-each-page-once', 'survives-unknown-fields'])
  t.same(failed(1, 2, 3, 2), ['asks-for-each-page-once', 'survives-unknown-fields'])
  t.end()
})

t.test('the report of a tenant is available as JSON and JUnit XML, from its journal alone', async t => {
  const server = await serve(t)
  const ask = controlOf(server)
  const { key } = await ask('POST', '/tenants', { name: 'one', limit: 1 })
  const own = { 'x-api-key': key }
  t.match(await ask('GET', '/tenants/one/report'), { requests: 0, counts: { unexercised: checks.length } })
  const { next_url } = (await server.get(`${trades}?page_size=2`, own)).json()
  await server.get(`${next_url}&page_size=2`, own)
  await server.get('/v2/data/nothing', own)
  const report = await ask('GET', '/tenants/one/report')
  t.same(named(report, 'failed'), [
    'sends-a-token-alone',
    'honours-retry-after-on-429',
    'stays-under-its-limit',
    'asks-for-known-paths',
  ])
  const { headers, body } = await server.inject({ url: '/sandbox/tenants/one/report?format=junit' })
  t.equal(headers['content-type'], 'application/xml')
  t.match(body, new RegExp(`<testsuite name="market-data client" tests="${checks.length}" failures="4"`))
  t.match(await ask('GET', '/tenants/one/report?format=xml'), { status: 400, message: /^format must be json or junit/ })
  t.equal(new Set(checks.map(({ id }) => id)).size, checks.length)
})

t.test('the JUnit report of a client that sent nothing has a failed case', async t => {
  const xml = junitOf(reportOf([]))
  t.match(xml, / failures="1" /)
  t.match(
    xml,
    /<testcase classname="client\.requests" [^>]*><failure message="No request has the key of the client\.">/,
  )
  t.equal(Number(/tests="(\d+)"/.exec(xml)![1]), xml.match(/<testcase /g)!.length)
})
