import { Agent, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { drawOf } from '../../src/control/faults/draw.ts'
import { hour } from '../../src/market/time.ts'
import { controlOf } from '../harness/control.ts'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { ask, start } from '../harness/process.ts'
import { serve } from '../harness/server.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const bars = `${instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'ohlcv')}?interval=1h`
const server = await serve(t)
const control = controlOf(server)
const clients = 8

t.test('a heap of 56 MB holds 2,000 tenants with a clock, a rule and requests', async t => {
  const settings = { SANDBOX_DATA: storePath, SANDBOX_NOW: 'seeded' }
  // With young objects of the default size, V8 would collect all the time.
  const node = 'exec "$0" --max-semi-space-size=6 --max-old-space-size=56 src/main.js'
  const url = await start(t, settings, [], node).ready()
  const create = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/sandbox${path}`, { method: 'POST', body: JSON.stringify(body), headers })
    return (await answer.json()) as { key: string }
  }
  const names = Array.from({ length: 2000 }, (_, n) => `m${n}`).values()
  const use = async () => {
    for (const name of names) {
      const { key } = await create('/tenants', { name, now: '2026-01-30T12:00:00Z', limit: 100 })
      await create(`/tenants/${name}/faults`, { on: { every: 2 }, do: { status: 503 } })
      for (let n = 0; n < 3; n++)
        await (await fetch(`${url}${withQuery(bars, { page_size: 1 })}`, { headers: { 'x-api-key': key } })).text()
    }
  }
  await Promise.all(Array.from({ length: clients }, use))
  for (const name of ['m0', 'm1999'])
    t.match(await ask(`${url}/sandbox/tenants/${name}/journal`), { entries: [{ status: 200 }, { status: 503 }, {}] })
})

const requests = Number(process.env.REQUESTS ?? 10_000)

/** A tenant and what its next response must be. */
interface Model {
  name: string
  key: string
  now: number
  /** Every n-th request fails with this status; 0 for none. */
  every: number
  status: number
  seen: number
  limit: number
  /** The limiter's window. */
  window: { began: number; count: number }
  /** Size of its pages, which only it requests. */
  size: number
  sent: number
}

async function tenantOf(n: number): Promise<Model> {
  const now = end - (n + 1) * hour
  const limited = n % 2 === 0
  const limit = limited ? 10 + n : 1e9
  const every = limited ? 0 : 2 + n
  const name = `c${n}`
  const { key } = await control('POST', '/tenants', { name, now: new Date(now).toISOString(), limit })
  const status = 500 + n
  if (every > 0) await control('POST', `/tenants/${name}/faults`, { id: name, on: { every }, do: { status } })
  return { name, key, now, every, status, seen: 0, limit, window: { began: 0, count: 0 }, size: n + 1, sent: 0 }
}

/** Status and fault of the next response. */
function next(model: Model): [status: number, fault: string | undefined] {
  model.sent++
  const { now, window } = model
  if (window.count === 0 || now >= window.began + 60_000) model.window = { began: now, count: 0 }
  if (++model.window.count > model.limit) return [429, undefined]
  model.seen++
  const fails = model.every > 0 && model.seen % model.every === 0
  return fails ? [model.status, `${model.name}#${model.seen}`] : [200, undefined]
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

function askOver(agent: Agent, { key, size }: Model): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = `${server.url}${withQuery(bars, { page_size: size })}`
    const answered = async (answer: IncomingMessage) =>
      resolve({ status: answer.statusCode!, headers: answer.headers, body: await text(answer) })
    get(url, { agent, headers: { 'x-api-key': key } }, answer => answered(answer).catch(reject)).on('error', reject)
  })
}

/** What is wrong with a response; undefined if it is its tenant's. */
function wrongPart(model: Model, { status, headers, body }: Answer): string | undefined {
  const [expected, fault] = next(model)
  if (status !== expected) return `status ${status} instead of ${expected}`
  if (headers['x-sandbox-fault'] !== fault) return `fault ${headers['x-sandbox-fault']} instead of ${fault}`
  if (Date.parse(headers.date!) !== Math.floor(model.now / 1000) * 1000) return `date ${headers.date}`
  if (status !== 200) return undefined
  const { time, data } = JSON.parse(body)
  return Date.parse(time) === model.now && data.length === model.size ? undefined : body.slice(0, 300)
}

/** One client: its tenants in random order over one connection, with clock moves between. */
async function run(client: number, wrong: string[]): Promise<Model[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const models = await Promise.all([0, 1, 2, 3].map(n => tenantOf(client * 4 + n)))
  const draw = drawOf(`client ${client}`)
  for (let n = 0; n < requests / clients; n++) {
    const model = models[Math.floor(draw(n, 'model') * models.length)]!
    if (draw(n, 'move') < 0.03) {
      const seconds = Math.ceil(draw(n, 'by') * 50)
      model.now += seconds * 1000
      await control('POST', `/tenants/${model.name}/clock/advance`, { by: `PT${seconds}S` })
    }
    const part = wrongPart(model, await askOver(agent, model))
    if (part !== undefined) wrong.push(`${model.name}: ${part}`)
  }
  agent.destroy()
  return models
}

t.test(`${requests} requests of ${clients} clients get the clock, faults and limits of their tenants`, async t => {
  const wrong: string[] = []
  const models = await Promise.all(Array.from({ length: clients }, (_, client) => run(client, wrong)))
  t.same(wrong.slice(0, 10), [])
  for (const { name, sent, size } of models.flat()) {
    const { last, entries } = await control('GET', `/tenants/${name}/journal`)
    const urls = new Set(entries.map(({ url }: { url: string }) => url))
    t.same([last, ...urls], [sent, withQuery(bars, { page_size: size })], `journal of ${name}`)
  }
})
