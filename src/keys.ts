import { type Static, Type } from '@sinclair/typebox'
import { Failure, shown } from './failure.ts'
import { day, formatTime, parseTime } from './market/time.ts'
import { suggestion } from './nearest.ts'
import { isPercentEncoded } from './percent.ts'
import { Recent } from './recent.ts'
import { type Wrong, wrongPart } from './wrong-part.ts'

const Time = (description?: string) =>
  Type.String({ description: description ?? 'ISO 8601; UTC unless it has an offset' })

const Range = (description: string) =>
  Type.Object(
    {
      start: Type.Optional(Time()),
      end: Type.Optional(Time()),
      last_days: Type.Optional(Type.Integer({ minimum: 1, description: 'number of days before now' })),
    },
    { additionalProperties: false, description },
  )

export const Key = Type.Object(
  {
    key: Type.String({ minLength: 1, description: 'value of the header `X-Api-Key`' }),
    name: Type.String({ minLength: 1, description: 'name in logs and metrics, which never show the key' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'requests per minute; default 6000' })),
    families: Type.Optional(Type.Array(Type.String(), { description: 'datasets it may read, such as `trades`' })),
    without: Type.Optional(Type.Array(Type.String(), { description: 'datasets it may not read' })),
    regions: Type.Optional(
      Type.Array(Type.Union([Type.Literal('eu'), Type.Literal('us')]), { description: 'regions it may use' }),
    ),
    instruments: Type.Optional(
      Type.Array(Type.String({ pattern: '^[^/]+/[^/]+/[^/]+$' }), {
        description:
          'instruments whose trades, bars, order books and liquidations it may read, as `exchange/class/code`; each part may be `*`',
      }),
    ),
    access_range: Type.Optional(Range('times it may reach; rows outside are omitted')),
    data_range: Type.Optional(Range('times it may read; rows outside are omitted')),
    expires: Type.Optional(Time('end of its validity, ISO 8601; afterwards 401')),
    revoked: Type.Optional(Type.Boolean({ description: 'true: 401' })),
    faults: Type.Optional(
      Type.Union([Type.Literal('slow'), Type.Literal('flaky'), Type.Literal('down'), Type.Literal('bad-paging')], {
        description: 'faults in its answers: delays, failures, 503 only, or faulty pages',
      }),
    ),
  },
  { additionalProperties: false, description: 'an API key and its plan; an absent field means no restriction' },
)
export type Key = Static<typeof Key>

export const KeyFile = Type.Array(Key, { minItems: 1 })

/** The datasets that a plan may name, as in paths. */
export const commodities = [
  'trades',
  'order_book_snapshots',
  'liquidation',
  'analytics',
  'liquidity',
  'lending',
  'tvl',
  'state_price',
  'supply',
  'staking',
  'wallet',
]

/** The first fault in a list of keys. No message repeats a key. */
export function wrongKeys(keys: unknown): Wrong | undefined {
  return wrongPart(KeyFile, keys) ?? wrongEntry(keys as Key[])
}

/** Checks that the schema cannot express. */
function wrongEntry(keys: Key[]): Wrong | undefined {
  for (const [n, key] of keys.entries()) {
    const wrong = duplicate(keys, n) ?? wrongCommodity(key) ?? wrongTimes(key)
    if (wrong) return { path: `/${n}${wrong.path}`, message: wrong.message }
  }
  return undefined
}

function duplicate(keys: Key[], n: number): Wrong | undefined {
  const first = keys.findIndex(({ key }) => key === keys[n]!.key)
  return first === n ? undefined : { path: '/key', message: `must differ from the key at /${first}` }
}

function wrongCommodity(key: Key): Wrong | undefined {
  for (const list of ['families', 'without'] as const)
    for (const [n, name] of (key[list] ?? []).entries())
      if (!commodities.includes(name))
        return { path: `/${list}/${n}`, message: `unknown dataset ${shown(name)}${suggestion(name, commodities)}` }
  return undefined
}

function wrongTimes({ expires, access_range, data_range }: Key): Wrong | undefined {
  return (
    noTime('/expires', expires) ?? wrongRange('/access_range', access_range) ?? wrongRange('/data_range', data_range)
  )
}

function wrongRange(path: string, { start, end }: Static<ReturnType<typeof Range>> = {}): Wrong | undefined {
  const wrong = noTime(`${path}/start`, start) ?? noTime(`${path}/end`, end)
  if (wrong || start === undefined || end === undefined || parseTime(start)! <= parseTime(end)!) return wrong
  return { path, message: `start must not be after end: ${shown(start)} is after ${shown(end)}` }
}

function noTime(path: string, text: string | undefined): Wrong | undefined {
  if (text === undefined || parseTime(text) !== undefined) return undefined
  return { path, message: `must be an ISO 8601 time, not ${shown(text)}` }
}

export const defaultLimit = 6000

const defi = ['liquidity', 'lending', 'tvl', 'state_price', 'staking']

/** Keys for each outcome that clients have to handle. */
export const builtInKeys: Key[] = [
  { key: 'sandbox-key', name: 'sandbox-key' },
  { key: 'sandbox-limited', name: 'small limit', limit: 10 },
  { key: 'sandbox-expired', name: 'expired', expires: '2020-01-01T00:00:00Z' },
  { key: 'sandbox-revoked', name: 'revoked', revoked: true },
  { key: 'sandbox-eu-only', name: 'eu only', regions: ['eu'] },
  {
    key: 'sandbox-last-30-days',
    name: 'last 30 days only',
    access_range: { last_days: 30 },
    data_range: { last_days: 30 },
  },
  { key: 'sandbox-no-defi', name: 'without DeFi', without: defi },
  { key: 'sandbox-slow', name: 'slow answers', faults: 'slow' },
  { key: 'sandbox-flaky', name: 'failing answers', faults: 'flaky' },
  { key: 'sandbox-down', name: 'no answers', faults: 'down' },
  { key: 'sandbox-bad-paging', name: 'bad paging', faults: 'bad-paging' },
  { key: 'sandbox-no-liquidations', name: 'without the liquidations add-on', without: ['liquidation'] },
]

/** As in answers: the end is exclusive, null is unbounded. */
interface EchoedRange {
  start_timestamp: number | null
  end_timestamp: number | null
}

/** The intersection of a key's two ranges, infinite where unbounded. */
export interface Access {
  from: number
  until: number
  moves: boolean
  /** The two ranges, as in answers, and their JSON. */
  ranges: { access_range: EchoedRange; data_range: EchoedRange }
  json: string
}

/** Paths that are not searched for keys again. */
const mostHidden = 500

export class Keys {
  readonly #byKey: Map<string, Key>

  readonly #any: RegExp
  readonly #hidden = new Recent<string>(mostHidden)

  constructor(keys: readonly Key[]) {
    this.#byKey = new Map(keys.map(key => [key.key, key]))
    const longestFirst = [...this.#byKey.keys()].sort((a, b) => b.length - a.length)
    this.#any = new RegExp(longestFirst.map(key => key.replace(/[^\w]/g, '\\$&')).join('|') || '(?!)', 'g')
  }

  /** A path for the log, without any key that a client wrote into it, however it is encoded. */
  hide(path: string): string {
    return this.#hidden.of(path, () => this.#hide(path))
  }

  #hide(path: string): string {
    const plain = path.includes('%') && isPercentEncoded(path) ? decodeURIComponent(path) : path
    const hidden = plain.replace(this.#any, '…')
    return hidden === plain ? path : hidden
  }

  has(key: Key): boolean {
    return this.#byKey.get(key.key) === key
  }

  find(key: string): Key | undefined {
    return this.#byKey.get(key)
  }

  list(): Key[] {
    return [...this.#byKey.values()]
  }

  add(key: Key): void {
    this.#byKey.set(key.key, key)
  }

  remove({ key }: Key): void {
    this.#byKey.delete(key)
  }

  /** @throws Failure if the key is missing, unknown, revoked or expired */
  check(given: string | string[] | undefined, now: number): Key {
    if (typeof given !== 'string' || given === '')
      throw new Failure('noKey', 'X-Api-Key is required: send your API key in this header')
    const key = this.#byKey.get(given)
    if (!key) throw new Failure('unknownKey', 'X-Api-Key must be a known API key')
    if (key.revoked) throw new Failure('revokedKey', 'this API key is revoked; use another one')
    if (key.expires && timeOf(key.expires) <= now)
      throw new Failure('expiredKey', `this API key expired at ${formatTime(timeOf(key.expires))}; use another one`)
    return key
  }
}

const fixedAccesses = new WeakMap<Key, Access>()

/** @param now `last_days` counts back from it */
export function accessOf(key: Key, now: number): Access {
  const known = fixedAccesses.get(key)
  if (known) return known
  const access = accessAt(key, now)
  if (!access.moves) fixedAccesses.set(key, access)
  return access
}

function accessAt({ access_range, data_range }: Key, now: number): Access {
  const ranges = { access_range: rangeAt(access_range, now), data_range: rangeAt(data_range, now) }
  const both = Object.values(ranges)
  return {
    from: Math.max(...both.map(({ start_timestamp }) => start_timestamp ?? Number.NEGATIVE_INFINITY)),
    until: Math.min(...both.map(({ end_timestamp }) => end_timestamp ?? Number.POSITIVE_INFINITY)),
    moves: [access_range, data_range].some(range => range?.last_days !== undefined),
    ranges,
    json: JSON.stringify(ranges),
  }
}

function rangeAt(range: Key['access_range'], now: number): EchoedRange {
  const moving = range?.last_days === undefined ? null : now - range.last_days * day
  return {
    start_timestamp: range?.start === undefined ? moving : timeOf(range.start),
    end_timestamp: range?.end === undefined ? null : timeOf(range.end),
  }
}

/** Rounded up to whole milliseconds. */
function timeOf(text: string): number {
  return Math.ceil(parseTime(text)!)
}

export function checkPlan(key: Key, commodity: string, region: 'eu' | 'us'): void {
  if (key.without?.includes(commodity) || key.families?.includes(commodity) === false)
    throw new Failure('notInPlan', `this API key's plan does not include ${commodity}`)
  if (key.regions && !key.regions.includes(region))
    throw new Failure(
      'notInPlan',
      `this API key's plan does not include region ${region}; it includes ${key.regions.join(', ')}`,
    )
}

/** Refuses instruments outside the key's plan; paths without an instrument pass. */
export function checkInstrument(key: Key, path: Record<string, string>): void {
  if (!key.instruments || path.instrument === undefined) return
  const parts = [path.exchange, path.instrument_class, path.instrument]
  const opens = (pattern: string) => pattern.split('/').every((part, n) => part === '*' || part === parts[n])
  if (!key.instruments.some(opens))
    throw new Failure(
      'notInPlan',
      `this API key's plan does not include ${parts.join('/')}; it includes ${key.instruments.join(', ')}`,
    )
}
