import { type Static, Type } from '@sinclair/typebox'
import type { Key } from './keys.ts'

/** Wrong settings: the message is one line that names the setting; the process ends with exit code 2. */
export class SettingsFailure extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const Text = (description: string, options = {}) => Type.String({ description, ...options })
const OneOf = (values: readonly string[], description: string, initial: string) =>
  Type.Union(
    values.map(value => Type.Literal(value)),
    { description, default: initial },
  )

/** A name that goes into the names of fields and into paths. */
const WireWord = (description: string) =>
  Text(description, {
    default: 'vendor',
    pattern: '^[a-z][a-z0-9]*$',
    rule: 'a lower-case letter, followed by lower-case letters and digits',
  })

/** Every setting: the list, its types and defaults, and its documentation. */
export const Settings = Type.Object({
  port: Type.Integer({
    description: 'port to listen on; 0 is any free one, and is printed',
    minimum: 0,
    maximum: 65535,
    default: 4780,
  }),
  host: Text('address to listen on', { default: '127.0.0.1', minLength: 1, rule: 'an address or a host name' }),
  seed: Text('what the world is made from: the same seed is the same market', {
    default: 'market',
    minLength: 1,
    rule: 'a text',
  }),
  profile: OneOf(
    ['tiny', 'standard', 'large'],
    'how much of it: 3 days of some 30 instruments, 120 days of all, or 180 days at six times the pace',
    'standard',
  ),
  now: Text('the clock: `live`, a time to freeze it at (`2026-01-31T00:00:00Z`), or `seeded`, the end of the store', {
    default: 'live',
  }),
  data: Text('path of the store; by default one in `data/` of a clone, else in the user’s cache folder', {
    default: '',
  }),
  keys: Text('path of a JSON file of API keys; by default the built-in ones', { default: '' }),
  validation: OneOf(
    ['standard', 'strict', 'lenient'],
    '`strict` refuses unknown parameters too; `lenient` clamps page sizes and answers unknown codes with no data, as production does',
    'standard',
  ),
  latestTrades: OneOf(
    ['v1', 'v2'],
    'the version of `trades` that `latest` means; re-read from the settings file on SIGHUP',
    'v1',
  ),
  maintenance: Type.Boolean({
    description:
      'answer every operation with 503, as production does while it is maintained; re-read like `latestTrades`',
    default: false,
  }),
  hosts: Text('further host names, as `name=eu,name=us,name=reference`', { default: '' }),
  vendorName: WireWord('what `vendor` is called in field and parameter names'),
  fxProvider: WireWord('what `vendor` is called in the path of the FX rates'),
  tokenSecret: Text('what continuation tokens are sealed with; by default made from the seed', { default: '' }),
  redisUrl: Text('Redis that keeps the limits of several replicas; by default each counts for itself', { default: '' }),
  controlToken: Text(
    'token that opens `/sandbox` to its bearers; by default it is open, without a token, only where the server listens on loopback',
    { default: '', pattern: '^(.{16,})?$', rule: 'a text of at least 16 characters' },
  ),
  controlPort: Type.Integer({
    description: 'port for `/sandbox` alone; by default, 0, it is on the port of the data',
    minimum: 0,
    maximum: 65535,
    default: 0,
  }),
  controlHosts: Text('further host names under which `/sandbox` answers, as `name,name`', { default: '' }),
  trustProxy: Type.Boolean({ description: 'believe X-Forwarded-Host, -Proto and -For', default: false }),
  logLevel: OneOf(logLevels, 'what is logged', 'info'),
})
/** Settings as they are written. */
export type WrittenSettings = Static<typeof Settings>

/** What serves what, by whole names in lower case. */
export type HostNames = Record<string, 'eu' | 'us' | 'reference'>

/** Settings as read: the keys from their file, the host names by name. */
export interface Settings extends Omit<WrittenSettings, 'hosts'> {
  keyList: Key[] | null
  hosts: HostNames
  /** Whether the store is one of those in the user's cache folder, of which only some are kept. */
  cached: boolean
}

/** The environment of the process. */
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
