import { Agent } from 'node:http'
import { busiestThreads, threadTimes } from './process.ts'
import { type Random, randomFrom } from './random.ts'
import { getJson, getOk } from './request.ts'
import { median } from './statistics.ts'
import { type Bench, frozenAt, ourServer, type Running, startSubject } from './subjects.ts'

/** Milliseconds. */
export interface OperationFigures {
  title: string
  /** Until the first page in a process is there, with what is generated for it and kept for later processes. */
  first: number
  /** CPU time of the serving thread for that page, and for later pages of other times. */
  firstCpu: number
  usual: number
  largest: number | undefined
}

export interface ChainFigures {
  calls: number
  /** Milliseconds until all responses are there: of a new process, and by round for other times. */
  first: number
  later: number[]
}

export interface OperationsFigures {
  operations: OperationFigures[]
  chain: ChainFigures
}

const clock = Date.parse(frozenAt)
const minute = 60_000
const day = 1440 * minute

/** The usual page, and further parameters of the largest. `@` is a random time, `@-7` seven days before. */
type MeasuredPage = [title: string, usual: string, largest?: string]

const perpetual = 'exchange=drbt&instrument_class=perpetual-future&instrument=btc-usd&end_time=@'
const option = 'exchange=drbt&instrument_class=option&instrument=btc-usd-260327-86000-c&end_time=@'
const contracts = '/v2/data/derivatives.v2'
const trades = '/v2/data/trades.v1'
const analytics = '/v2/data/analytics.v2'
const index = '/v2/data/index.v1/digital_asset_rates'
const replication = '/v1/data/index_replication.v1/rates'
const sequences = Array.from({ length: 100 }, (_, n) => `${clock - n * minute}-BRR_BTCUSD`)
const lookBacks = Array.from({ length: 9 }, (_, n) => `btc-usd:${n + 2}d_10m`)
const basket = 'bases=btc,eth&quote=usd'

const measured: readonly MeasuredPage[] = [
  ['Contract details', `${contracts}/reference?exchange=drbt&instrument_class=option&end_time=@`],
  ['Metrics of a perpetual future, by minute', `${contracts}/risk?${perpetual}`, 'page_size=1000'],
  ['Metrics of a perpetual future, by hour', `${contracts}/risk?${perpetual}&interval=1h`, 'page_size=120'],
  ['Metrics of an option, by minute', `${contracts}/risk?${option}`, 'page_size=1000'],
  ['Metrics of an option, by hour', `${contracts}/risk?${option}&interval=1h`, 'page_size=120'],
  ['Prices of a perpetual future, by minute', `${contracts}/price?${perpetual}`, 'page_size=1000'],
  ['Prices of a perpetual future, by hour', `${contracts}/price?${perpetual}&interval=1h`, 'page_size=120'],
  ['Prices of an option, by minute', `${contracts}/price?${option}`, 'page_size=1000'],
  ['Prices of an option, by hour', `${contracts}/price?${option}&interval=1h`, 'page_size=120'],
  ['Direct price', `${trades}/robust_pair_price/btc/usd?end_time=@`, 'page_size=4'],
  ['Direct rate, by hour', `${trades}/spot_direct_exchange_rate/btc/usd?interval=1h&end_time=@`, 'page_size=1000'],
  ['Recent rates, by minute', `${trades}/spot_exchange_rate/btc/usd/recent?interval=1m`, 'limit=10000'],
  ['Recent direct rates, by minute', `${trades}/spot_direct_exchange_rate/btc/usd/recent?interval=1m`, 'limit=10000'],
  ['Recent trades', `${trades}/exchanges/cbse/spot/btc-usd/trades/recent?`, 'limit=10000'],
  ['List of index rates', '/v2/data/index_reference_data.v1/rates'],
  ['Index values by minute', `${index}_price/BRR_BTCUSD?end_time=@`, 'page_size=5000'],
  ['Index values by fixing', `${index}_price/BRR_BTCUSD_LDN?end_time=@`],
  ['Index composition', `${index}_compo?index_code=BRR_BTCUSD&end_time=@`],
  [
    'Index replication',
    `${replication}?sequence_id=${sequences[0]}`,
    `page_size=100&sequence_id=${sequences.slice(1)}`,
  ],
  [
    'Realised volatility, a day by five minutes',
    `${analytics}/realized_volatility?parameters_code=btc-usd:1d_10m&start_time=@-1&end_time=@`,
    `parameters_code=${lookBacks}`,
  ],
  [
    'Volatility smile',
    `${analytics}/implied_volatility_smile?base=btc&quote=usd&value_time=@&expiry=2026-03-27&deltas=0.25,0.5`,
  ],
  [
    'Volatility surface',
    `${analytics}/implied_volatility_surface?base=btc&quote=usd&value_time=@&tte_min=0.05&tte_max=0.099&tte_step=0.01`,
    'tte_step=0.0005&delta_min=0.01&delta_max=0.99&delta_step=0.01',
  ],
  ['Token liquidations, by hour', '/v2/data/liquidation.v1/token/btc?end_time=@', 'page_size=1000'],
  ['Lending events', '/v2/data/lending.v1/events?end_time=@', 'page_size=1000'],
  [
    'Value at risk, a month',
    `${analytics}/value_at_risk?${basket}&quantities=1,10&risk_level=0.975&start_time=@-30&end_time=@`,
    'stress_parameter=0.5',
  ],
  [
    'Valuation of two assets, a week by hour',
    `${trades}/valuation?${basket}&weights=0.5,0.5&percentages=0.9&start_time=@-7&end_time=@&interval=1h&semi_length_window=5m`,
    'sources=true',
  ],
  ['Movements of bitcoin', '/v2/data/wallet.v1/audit?blockchain=bitcoin&end_time=@', 'page_size=5000'],
  ['Blockchains', '/v1/blockchains'],
]

/** Days before the clock at which random times begin; the tiny store has three. */
const reach = { tiny: 1, standard: 20 }
const pages = { usual: 12, largest: 4 }

export async function measureOperations(bench: Bench): Promise<OperationsFigures> {
  const random = randomFrom(28)
  const operations: OperationFigures[] = []
  for (const one of measured) operations.push(await measureOperation(bench, one, random))
  return { operations, chain: await measureChain(bench, random) }
}

async function withServer<T>({ plan, children }: Bench, work: (running: Running) => Promise<T>): Promise<T> {
  const server = ourServer(plan.profile)
  const launch = (port: number) => {
    const { args, env } = server.launch(port)
    return { args, env: { ...env, SANDBOX_PAGE_CACHE: '0' } }
  }
  const running = await startSubject(children, { ...server, launch }, '/ready')
  const result = await work(running)
  await running.child.stop()
  return result
}

function randomTime({ plan }: Bench, random: Random): number {
  return Math.floor(clock - random() * reach[plan.profile] * day)
}

async function measureOperation(
  bench: Bench,
  [title, url, more]: MeasuredPage,
  random: Random,
): Promise<OperationFigures> {
  return withServer(bench, async running => {
    const page = (template: string) => costOf(running, at(template, randomTime(bench, random)))
    const [first, ...later] = await repeated(pages.usual + 1, () => page(url))
    const largest = more === undefined ? [] : await repeated(pages.largest, () => page(withParameters(url, more)))
    const cpu = { firstCpu: first!.cpu, usual: warm(later)!, largest: warm(largest) }
    return { title, first: first!.took, ...cpu }
  })
}

/** The later half, whose code is compiled. */
function warm(costs: readonly Cost[]): number | undefined {
  return costs.length === 0 ? undefined : median(costs.slice(costs.length / 2).map(({ cpu }) => cpu))
}

async function repeated<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  while (results.length < count) results.push(await work())
  return results
}

function at(template: string, time: number): string {
  return template.replaceAll(/@(-\d+)?/g, (_, days = '0') => new Date(time + Number(days) * day).toISOString())
}

function withParameters(url: string, more: string): string {
  const [name = ''] = more.split('=')
  const own = url.replace(new RegExp(`(?<=[?&])${name}=[^&]*&?`), '')
  return `${own}&${more}`
}

interface Cost {
  took: number
  cpu: number
}

async function costOf({ child, origin, subject }: Running, url: string): Promise<Cost> {
  const before = threadTimes(child.pid)
  const { lastByte: took } = await getOk(origin + url, { headers: subject.headers })
  return { took, cpu: busiestThreads(before, threadTimes(child.pid))?.running ?? took }
}

const mostCalls = 130
const callsAtOnce = 10

/** The newest minute of every option of a chain, as clients ask for it. */
async function measureChain(bench: Bench, random: Random): Promise<ChainFigures> {
  return withServer(bench, async ({ origin, subject }) => {
    const { headers } = subject
    const from = frozenAt.slice(0, 10)
    const list = `${contracts}/reference?exchange=drbt&instrument_class=option&base_assets=btc&start_time=${from}`
    const { data } = await getJson(origin + list, { headers })
    const codes = (data as { instrument: string }[]).slice(0, mostCalls).map(({ instrument }) => instrument)
    const agent = new Agent({ keepAlive: true, maxSockets: callsAtOnce })
    const chain = async (time: number) => {
      const began = performance.now()
      const url = at(`${origin}${contracts}/risk?exchange=drbt&instrument_class=option&page_size=1&end_time=@`, time)
      await Promise.all(codes.map(code => getOk(`${url}&instrument=${code}`, { headers, agent })))
      return performance.now() - began
    }
    const first = await chain(clock)
    const later = await repeated(bench.plan.rounds, () => chain(Math.floor(clock - random() * 0.5 * day)))
    agent.destroy()
    return { calls: codes.length, first, later }
  })
}
