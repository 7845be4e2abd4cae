import { type Static, Type } from '@sinclair/typebox'
import { Key } from './plans/keys.ts'

/** Wrong settings. The one-line message names the setting; the process exits with 2. */
export class SettingsFailure extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const Text = (description: string, options = {}) => Type.String({ description, ...options })
const OneOf = <const T extends readonly string[]>(values: T, description: string, initial: T[number]) =>
  Type.Union(
    values.map(value => Type.Literal(value as T[number])),
    { description, default: initial },
  )

/** A word used in field names and paths. */
const WireWord = (description: string) =>
  Text(description, {
    default: 'vendor',
    pattern: '^[a-z][a-z0-9]*$',
    rule: 'a lower-case letter, followed by lower-case letters and digits',
  })

/** Every setting with its type, default and description. */
export const Settings = Type.Object({
  port: Type.Integer({
    description: 'port to listen on; 0 takes any free port and logs it',
    minimum: 0,
    maximum: 65535,
    default: 4780,
  }),
  workers: Type.Integer({
    description: 'threads that serve the port; more than one needs Linux',
    minimum: 1,
    maximum: 64,
    default: 1,
  }),
  host: Text('address to listen on', { default: '127.0.0.1', minLength: 1, rule: 'an address or a host name' }),
  seed: Text('name of the market; the same seed gives the same market', {
    default: 'market',
    minLength: 1,
    rule: 'a string',
  }),
  profile: OneOf(
    ['tiny', 'standard', 'large'],
    'size of the market that is filled ahead: 3 days of about 50 instruments, 120 days of about 10,500, or 180 days with 1.6 times as many trades per day',
    'standard',
  ),
  now: Text('clock: `live`, frozen at a time (`2026-01-31T00:00:00Z`), or `seeded` (frozen at the end of the store)', {
    default: 'live',
  }),
  data: Text('path of the store; default: in `data/` of a clone, otherwise in the user’s cache folder', {
    default: '',
  }),
  keys: Text('path of a JSON file with API keys; default: the built-in keys', { default: '' }),
  validation: OneOf(
    ['standard', 'strict', 'lenient'],
    '`strict` also refuses unknown parameters; `lenient` clamps page sizes and returns no data for unknown codes, as production does',
    'standard',
  ),
  latestTrades: OneOf(
    ['v1', 'v2'],
    'version of `trades` that `latest` selects; reloaded from the settings file on SIGHUP',
    'v1',
  ),
  maintenance: Type.Boolean({
    description: 'answers every operation with 503, as production does during maintenance; reloaded on SIGHUP',
    default: false,
  }),
  hosts: Text('additional host names: `name=eu,name=us,name=reference`', { default: '' }),
  vendorName: WireWord('replaces `vendor` in field and parameter names'),
  fxProvider: WireWord('replaces `vendor` in the path of the FX rates'),
  tokenSecret: Text('secret that seals continuation tokens; default: derived from the seed', { default: '' }),
  tenantSecret: Text(
    'secret from which the keys of tenants derive; default: `SANDBOX_TOKEN_SECRET`, or with a control token a random one, so that each start and replica gives a tenant another key, or the seed',
    { default: '' },
  ),
  tokenTtl: Type.Integer({
    description:
      'seconds, by the clock of the tenant, until a continuation token expires; 0: never; `validation=lenient` never expires tokens',
    minimum: 0,
    default: 86_400,
  }),
  unreadTimeout: Type.Integer({
    description: 'seconds before a connection is closed if its client does not read its response; 0: never',
    minimum: 0,
    maximum: 86_400,
    default: 60,
  }),
  redisUrl: Text(
    'URL of a Redis in which replicas share counts of requests and faults; default: each replica counts separately',
    {
      default: '',
    },
  ),
  controlToken: Text('bearer token for `/sandbox`; default: none is needed, and `/sandbox` answers only on loopback', {
    default: '',
    pattern: '^(.{16,})?$',
    rule: 'a string of at least 16 characters',
  }),
  faultHeaders: Type.Boolean({
    description:
      'every client may ask for faults with the header `X-Sandbox-Fault`; default: every client if `/sandbox` needs no token, only keys of tenants if it needs one, and nobody if it is off',
    default: false,
  }),
  controlPort: Type.Integer({
    description: 'separate port for `/sandbox`; 0 uses the port of the data',
    minimum: 0,
    maximum: 65535,
    default: 0,
  }),
  catchUp: Type.Integer({
    description:
      'maximum number of days that a running live server adds at once after the clock has jumped; after a larger jump it adds nothing until the clock is corrected or the server restarts; 0: the length of the profile',
    minimum: 0,
    maximum: 3660,
    default: 0,
  }),
  clockAhead: Type.Integer({
    description:
      'days beyond the end of the data to which `/sandbox` may set a clock; the data are generated on demand',
    minimum: 0,
    maximum: 366,
    default: 31,
  }),
  historyLimit: Type.Integer({
    description:
      'megabytes of market data outside the range of the store, which are generated when they are asked for and kept beside the store; 0: none are generated',
    minimum: 0,
    maximum: 1_048_576,
    default: 2048,
  }),
  controlHosts: Text('additional host names for `/sandbox`: `name,name`', { default: '' }),
  pageCache: Type.Integer({
    description: 'megabytes of cached pages under a frozen clock; 0: no cache',
    minimum: 0,
    maximum: 4096,
    default: 32,
  }),
  tls: Type.Boolean({
    description:
      'also serves HTTPS on the same port, and is an HTTP proxy for the names of `hosts`; `market-data-sandbox ca` explains how to trust its certificate',
    default: false,
  }),
  trustProxy: Type.Boolean({ description: 'trusts X-Forwarded-Host, -Proto, -Prefix and -For', default: false }),
  logLevel: OneOf(logLevels, 'least severe level that is logged', 'info'),
})
/** Defaults in which a sandbox differs from a server. */
export const sandboxDefaults = { port: 0, logLevel: 'silent' } as const

const { port, now, keys, latestTrades, maintenance, logLevel } = Settings.properties
/** Options of `createSandbox`, which serves in the thread of its program. */
export const SandboxOptions = Type.Partial(
  Type.Omit(
    Type.Object({
      ...Settings.properties,
      port: { ...port, default: sandboxDefaults.port },
      now: Type.Union([now, Type.Date()], { description: now.description!, default: now.default }),
      data: Text(
        'path of the store; default: in the user’s cache folder, shared by sandboxes with the same seed and clock',
      ),
      keys: Type.Union([keys, Type.Array(Key)], {
        description:
          'API keys, or the path of a JSON file with them; default: the built-in keys, such as `sandbox-key`',
      }),
      latestTrades: { ...latestTrades, description: 'version of `trades` that `latest` selects' },
      maintenance: { ...maintenance, description: 'answers every operation with 503' },
      logLevel: {
        ...logLevel,
        description: 'least severe level that is logged to standard output, as JSON lines',
        default: sandboxDefaults.logLevel,
      },
    }),
    ['workers'],
  ),
  { description: 'the settings of the server in camelCase; an absent setting has its default' },
)
export type SandboxOptions = Static<typeof SandboxOptions>

/** Settings as written, before files are read. */
export type WrittenSettings = Static<typeof Settings>

/** The service of each host name, in lower case. */
export type HostNames = Record<string, 'eu' | 'us' | 'reference'>

/** Settings as read: with the keys of their file and parsed host names. */
export interface Settings extends Omit<WrittenSettings, 'hosts'> {
  keyList: Key[] | null
  hosts: HostNames
  /** Whether the store is in the user's cache folder, which keeps only some stores. */
  cached: boolean
  /** Folder of the certificate authority that may sign for `hosts`. */
  authority: string
  /** The user's cache folder, if the store is in a temporary folder instead. */
  unwritableCache: string | null
}

export type Environment = Record<string, string | undefined>

export type SettingName = keyof typeof Settings.properties
export const settingNames = Object.keys(Settings.properties) as SettingName[]

/** `latestTrades` is SANDBOX_LATEST_TRADES in the environment and --latest-trades on the command line. */
export function variableOf(name: string): string {
  return `SANDBOX_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`
}

export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
