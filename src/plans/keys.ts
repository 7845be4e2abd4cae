import { type Static, Type } from '@sinclair/typebox'
import { Failure } from '../base/failure.ts'
import { percentDecoded } from '../base/percent.ts'
import { formatTime, parseTime } from '../market/time.ts'

const Time = (description?: string) =>
  Type.String({ description: description ?? 'ISO 8601; UTC unless it has an offset' })

const Range = (description: string) =>
  Type.Partial(
    Type.Object({
      start: Time(),
      end: Time(),
      last_days: Type.Integer({ minimum: 1, description: 'number of days before now' }),
    }),
    { additionalProperties: false, description },
  )

const anInstrument = 'exchange/class/code, each in full or *, such as cbse/spot/btc-usd or */*/btc-usd'
/** Of a pattern of instruments. */
const part = String.raw`(\*|[^/*?[\]]+)`

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
      Type.Array(Type.String({ pattern: `^${part}/${part}/${part}$`, rule: anInstrument }), {
        description:
          'instruments whose trades, bars, order books and liquidations it may read, as `exchange/class/code`; each part may be `*`',
      }),
    ),
    access_range: Type.Optional(Range('times that its plan covers; rows outside are omitted')),
    data_range: Type.Optional(Range('a second range with the same effect; `access` shows both')),
    expires: Type.Optional(Time('end of its validity, ISO 8601; afterwards 401')),
    revoked: Type.Optional(Type.Boolean({ description: 'true: 401' })),
    faults: Type.Optional(
      Type.Union([Type.Literal('slow'), Type.Literal('flaky'), Type.Literal('down'), Type.Literal('bad-paging')], {
        description: 'faults in its responses: delays, failures, 503 only, or faulty pages',
      }),
    ),
  },
  { additionalProperties: false, description: 'an API key and its plan; an absent field means no restriction' },
)
export type Key = Static<typeof Key>

export const KeyFile = Type.Array(Key, { minItems: 1 })

export const defaultLimit = 6000

const defi = ['liquidity', 'lending', 'tvl', 'state_price', 'staking']

/** Keys for each outcome that clients have to handle. */
export const builtInKeys: [Key, ...Key[]] = [
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
  { key: 'sandbox-slow', name: 'slow responses', faults: 'slow' },
  { key: 'sandbox-flaky', name: 'failing responses', faults: 'flaky' },
  { key: 'sandbox-down', name: 'no responses', faults: 'down' },
  { key: 'sandbox-bad-paging', name: 'bad paging', faults: 'bad-paging' },
  { key: 'sandbox-no-liquidations', name: 'without the liquidations add-on', without: ['liquidation'] },
]

/** Matches the keys of tenants, past ones included: a later tenant of that name has the same key. */
const tenantKeys = 'tenant-[a-z0-9_-]{1,40}-[0-9a-f]{24}'

export class Keys {
  readonly #byKey: Map<string, Key>
  readonly #any: RegExp

  constructor(keys: readonly Key[]) {
    this.#byKey = new Map(keys.map(key => [key.key, key]))
    this.#any = new RegExp(`${tenantKeys}|${anyOf([...this.#byKey.keys()])}`, 'g')
  }

  /** A path for the log, without any key that a client wrote into it, however it is encoded. */
  hide(path: string): string {
    const plain = path.includes('%') ? (percentDecoded(path) ?? path) : path
    const hidden = plain.replace(this.#any, '…')
    return hidden === plain ? path : hidden
  }

  /** Whether a text contains a key, of a past tenant too. */
  isIn(text: string): boolean {
    return text.search(this.#any) >= 0
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
    if (!key) {
      const example = this.has(builtInKeys[0]) ? `, such as ${builtInKeys[0].key}` : ''
      throw new Failure('unknownKey', `X-Api-Key must be a known API key${example}`)
    }
    if (key.revoked) throw new Failure('revokedKey', 'this API key is revoked; use another one')
    if (key.expires && timeOf(key.expires) <= now)
      throw new Failure('expiredKey', `this API key expired at ${formatTime(timeOf(key.expires))}; use another one`)
    return key
  }
}

/** Source of a regular expression that matches any of the texts, the longest first. */
export function anyOf(texts: readonly string[]): string {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length)
  return longestFirst.map(text => text.replace(/[^\w]/g, '\\$&')).join('|')
}

/** Rounded up to whole milliseconds. */
export function timeOf(text: string): number {
  return Math.ceil(parseTime(text)!)
}
