import fc from 'fast-check'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { fullKey } from '../harness/server.ts'

export const faultyKey = 'sandbox-bad-paging'

/** Many connections that send the same bytes. */
export interface Crowd {
  connections: number
  /** Bytes of the n-th connection. */
  bytes(n: number): string
  /** Whether clients read their responses. */
  reads: boolean
  label: string
}

const instrument = { exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }
const most = { page_size: 100_000 }

/** Large responses, and responses that many clients share. */
const pages = [
  withQuery(instrumentUrl(instrument, 'ohlcv'), { interval: '1s', ...most }),
  withQuery(instrumentUrl(instrument, 'trades'), most),
  '/v2/data/state_price.v1/aggregation/weth?page_size=1000',
  '/v1/instruments',
]
const documents = [
  '/openapi.json',
  '/postman.json',
  '/bruno.zip',
  '/metrics',
  '/version',
  '/docs/swagger-ui.js',
  '/console/',
  '/sandbox/openapi.json',
  '/sandbox/tenants/default/journal',
  '/nowhere',
]

const faults = [
  '',
  '',
  'bandwidth=100',
  'bandwidth=100000',
  'drop_field=price',
  'add_field=x; malformed=bom',
  'page=duplicate_record',
  'page=short_pages',
  'cut_records=5000',
  'cut=1000000',
  'stall=100/PT5S',
  'delay=PT1S',
  'reset=50000',
]

const crowds = fc
  .record({
    path: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pages) }, fc.constantFrom(...documents)),
    fault: fc.constantFrom(...faults),
    key: fc.constantFrom(fullKey, fullKey, fullKey, faultyKey),
    encoding: fc.constantFrom('identity', 'identity', 'gzip', 'br', 'zstd'),
    method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD'),
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.0'),
    newHosts: fc.boolean(),
    connections: fc.constantFrom(50, 100, 250, 400, 500),
    pipelined: fc.constantFrom(1, 1, 4, 20),
    reads: fc.boolean(),
  })
  .map(({ path, fault, key, encoding, method, version, newHosts, connections, pipelined, reads }): Crowd => {
    const isOwn = path.startsWith('/sandbox')
    const request = (host: string) =>
      [
        `${method} ${path} HTTP/${version}`,
        `Host: ${host}`,
        `X-Api-Key: ${key}`,
        `Accept-Encoding: ${encoding}`,
        ...(fault === '' ? [] : [`X-Sandbox-Fault: ${fault}`]),
        ...(version === '1.0' ? ['Connection: keep-alive'] : []),
        '',
        '',
      ].join('\r\n')
    const hostOf = (n: number) => (newHosts && !isOwn ? `n${n}.localhost` : 'localhost')
    return {
      connections,
      reads,
      bytes: n => Array.from({ length: pipelined }, (_, k) => request(hostOf(n * pipelined + k))).join(''),
      label: `${connections} connections × ${pipelined} ${method} ${path} HTTP/${version}, ${encoding}, ${key}, ${fault || 'no fault'}${newHosts ? ', new hosts' : ''}, ${reads ? 'read' : 'unread'}`,
    }
  })

/** The same seed gives the same crowd. */
export function crowdOf(seed: number): Crowd {
  return fc.sample(crowds, { seed, numRuns: 1 })[0]!
}
