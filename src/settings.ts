import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import { shown } from './failure.ts'
import type { HostNames } from './host.ts'
import { type Key, KeyFile, wrongEntry } from './keys.ts'
import { logLevels } from './log.ts'
import { suggestion } from './nearest.ts'
import { compileParameters } from './parameters.ts'
import { parseTime } from './time.ts'

/** Wrong settings: the message is one line that names the setting; the process ends with exit code 2. */
export class SettingsFailure extends Error {}

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
  data: Text('path of the store; by default `data/<profile>.sqlite`', { default: '' }),
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
  hosts: Text('further host names, as `name=eu,name=us,name=reference`', { default: '' }),
  vendorName: WireWord('what `vendor` is called in field and parameter names'),
  fxProvider: WireWord('what `vendor` is called in the path of the FX rates'),
  tokenSecret: Text('what continuation tokens are sealed with; by default made from the seed', { default: '' }),
  redisUrl: Text('Redis that keeps the limits of several replicas; by default each counts for itself', { default: '' }),
  trustProxy: Type.Boolean({ description: 'believe X-Forwarded-Host, -Proto and -For', default: false }),
  logLevel: OneOf(logLevels, 'what is logged', 'info'),
})
/** Settings as read: the keys from their file, the host names by name. */
export type Settings = Omit<Static<typeof Settings>, 'hosts'> & { keyList: Key[] | null; hosts: HostNames }

export type SettingName = keyof typeof Settings.properties
export const settingNames = Object.keys(Settings.properties) as SettingName[]

/** `latestTrades` is SANDBOX_LATEST_TRADES in the environment and --latest-trades on the command line. */
export function variableOf(name: string): string {
  return `SANDBOX_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`
}

export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

type Given = Partial<Record<string, unknown>>

/** Flags over environment over file over default. `environment` and `argv` are the process's own, handed in. */
export function readSettings(argv: string[], environment: Record<string, string | undefined>): Settings {
  const flags = readFlags(argv)
  const path = (flags.config as string | undefined) ?? environment.SANDBOX_CONFIG
  const given: Given = { ...(path ? readFile(path) : {}), ...readEnvironment(environment), ...flags }
  const read = readValues(given)
  if (!['live', 'seeded'].includes(read.now) && parseTime(read.now) === undefined)
    throw new SettingsFailure(
      `now (${variableOf('now')}) must be live, seeded or an ISO 8601 time, not ${shown(read.now)}`,
    )
  checkRedisUrl(read.redisUrl)
  const data = read.data || `data/${read.profile}.sqlite`
  return { ...read, data, keyList: read.keys ? readKeys(read.keys) : null, hosts: readHosts(read.hosts) }
}

/** The URL may hold a password, so the message does not repeat it. */
function checkRedisUrl(url: string): void {
  if (url === '' || (/^rediss?:\/\/./.test(url) && URL.canParse(url))) return
  throw new SettingsFailure(`redisUrl (${variableOf('redisUrl')}) must be a redis:// or rediss:// URL`)
}

/** Settings are read as an operation's parameters are: by their schemas, with messages that name them. */
const readTexts = compileParameters(Settings, 'standard', labelOf)

function readValues(given: Given): Static<typeof Settings> {
  const texts = Object.entries(given).map(([name, value]) => [labelOf(name), String(value)])
  try {
    return readTexts(Object.fromEntries(texts)) as Static<typeof Settings>
  } catch (error) {
    throw new SettingsFailure((error as Error).message)
  }
}

function labelOf(name: string): string {
  return `${name} (${variableOf(name)})`
}

function readFlags(argv: string[]): Given {
  const options = Object.fromEntries(
    [...settingNames, 'config'].map(name => [flagOf(name), { type: 'string' as const }]),
  )
  try {
    const { values } = parseArgs({ args: argv, options })
    const byFlag = new Map([...settingNames, 'config'].map(name => [flagOf(name), name]))
    return Object.fromEntries(Object.entries(values).map(([flag, value]) => [byFlag.get(flag)!, value]))
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/)
    const flag = /'--?([\w-]+)/.exec(sentence)?.[1] ?? ''
    // A flag that exists was only given no value.
    const hint = Object.hasOwn(options, flag) ? '' : suggestion(flag, Object.keys(options))
    throw new SettingsFailure(sentence + hint)
  }
}

function readEnvironment(environment: Record<string, string | undefined>): Given {
  const given: Given = {}
  if (environment.PORT) given.port = environment.PORT
  for (const name of settingNames) {
    const value = environment[variableOf(name)]
    if (value !== undefined && value !== '' && !isServiceLink(name, value)) given[name] = value
  }
  const known = new Set([...settingNames, 'config'].map(variableOf))
  const unknown = Object.keys(environment).find(
    name => name.startsWith('SANDBOX_') && !known.has(name) && !serviceLinks.test(name),
  )
  if (unknown) throw new SettingsFailure(`unknown setting ${unknown}${suggestion(unknown, known)}`)
  return given
}

/** What Kubernetes adds to the environment of every container where a service is called "sandbox". */
const serviceLinks = /^SANDBOX_(SERVICE|PORT)_/

/** One of them has the very name of our port: `SANDBOX_PORT=tcp://10.0.0.1:4780`. */
function isServiceLink(name: SettingName, value: string): boolean {
  return name === 'port' && /^(tcp|udp|sctp):\/\//.test(value)
}

function readFile(path: string): Given {
  const given = readJson(path, 'config')
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw new SettingsFailure(`config: ${path} must hold a JSON object of settings`)
  const unknown = Object.keys(given).find(name => !settingNames.includes(name as SettingName))
  if (unknown)
    throw new SettingsFailure(
      `config: ${path} has the unknown setting ${shown(unknown)}${suggestion(unknown, settingNames)}`,
    )
  return given as Given
}

/** The checker is loaded only here: few servers have keys of their own, and all of them start. */
function readKeys(path: string): Key[] {
  const keys = readJson(path, 'keys')
  const { Value } = createRequire(import.meta.url)(
    '@sinclair/typebox/value',
  ) as typeof import('@sinclair/typebox/value')
  const wrong = Value.Errors(KeyFile, keys).First()
  if (wrong) throw new SettingsFailure(`keys: ${path} at ${wrong.path || '/'}: ${wrong.message}`)
  const entry = wrongEntry(keys as Key[])
  if (entry) throw new SettingsFailure(`keys: ${path} at ${entry.path}: ${entry.message}`)
  return keys as Key[]
}

function readHosts(text: string): HostNames {
  const pairs = text.split(',').filter(pair => pair !== '')
  const wrong = pairs.find(pair => !/^[^=]+=(eu|us|reference)$/.test(pair))
  if (wrong)
    throw new SettingsFailure(
      `hosts (${variableOf('hosts')}) must be name=eu, name=us or name=reference, not ${shown(wrong)}`,
    )
  return Object.fromEntries(pairs.map(pair => pair.toLowerCase().split('=')))
}

function readJson(path: string, setting: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new SettingsFailure(
      `${setting} (${variableOf(setting)}): ${path} cannot be read: ${(error as Error).message}`,
    )
  }
}
