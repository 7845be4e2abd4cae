import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import { shown } from '../base/failure.ts'
import { suggestion } from '../base/nearest.ts'
import { parseTime } from '../market/time.ts'
import { datasetsOf } from '../operations/family.ts'
import { compileParameters } from '../operations/parameters.ts'
import type { Key } from '../plans/keys.ts'
import { wrongKeys } from '../plans/wrong-keys.ts'
import {
  type Environment,
  type HostNames,
  type SettingName,
  Settings,
  SettingsFailure,
  sandboxDefaults,
  settingNames,
  variableOf,
  type WrittenSettings,
} from '../settings.ts'
import { authorityInCache, storeInCache, storeInClone } from '../store/store-place.ts'
import { readFlags } from './usage/flags.ts'

type Given = Partial<Record<string, unknown>>
type NameFormat = (name: string) => string

/** Settings from flags, environment, file and defaults, in this precedence. */
export function readSettings(argv: string[], environment: Environment): Promise<Settings> {
  return settingsOf(readFlags(argv).settings, environment)
}

export async function settingsOf(flags: Given, environment: Environment): Promise<Settings> {
  const path = (flags.config as string | undefined) ?? environment.SANDBOX_CONFIG
  const given = { ...(path ? readFile(path) : {}), ...readEnvironment(environment), ...flags }
  return complete(given, labelWithVariable, environment, storeInClone)
}

/** Unknown names and wrong types are refused. */
export async function settingsOfOptions(options: object, environment: Environment): Promise<Settings> {
  // JavaScript callers may pass something else, such as a port.
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new SettingsFailure(`options must be an object, not ${inspect(options)}`)
  if ('workers' in options)
    throw new SettingsFailure(
      'workers is not an option: a sandbox serves in the thread of its program; for more threads run the command serve',
    )
  checkNames(options, name => `unknown option ${name}`)
  const given: Given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  if (given.now instanceof Date) given.now = isoOf(given.now)
  const { keys, ...others } = given
  const list = Array.isArray(keys) ? await checkKeys(keys, 'keys') : null
  const written = list ? others : given
  for (const [name, value] of Object.entries(written)) checkType(name as SettingName, value)
  const settings = await complete({ ...sandboxDefaults, ...written }, name => name, environment)
  return list ? { ...settings, keyList: list } : settings
}

function isoOf(now: Date): string {
  if (Number.isNaN(now.getTime())) throw new SettingsFailure('now must be a valid Date, not Invalid Date')
  return now.toISOString()
}

function checkType(name: SettingName, value: unknown): void {
  const wanted = typeof ((Settings.properties[name] as TSchema).default ?? '')
  const other = { now: ' or a Date', keys: ' or an array' }[name as string] ?? ''
  if (typeof value !== wanted) throw new SettingsFailure(`${name} must be a ${wanted}${other}, not ${inspect(value)}`)
}

async function complete(
  given: Given,
  label: NameFormat,
  environment: Environment,
  place: (profile: string) => string | undefined = () => undefined,
): Promise<Settings> {
  const read = readValues(given, label)
  if (!['live', 'seeded'].includes(read.now) && parseTime(read.now) === undefined)
    throw new SettingsFailure(`${label('now')} must be live, seeded or an ISO 8601 time, not ${shown(read.now)}`)
  checkRedisUrl(read.redisUrl, label)
  const placed = read.data || place(read.profile)
  const { path, unwritable } =
    placed === undefined ? storeInCache(read, environment) : { path: placed, unwritable: null }
  const hosts = readHosts(read.hosts, label)
  const controlHosts = listed(read.controlHosts)
  checkHostNames('controlHosts', controlHosts, label)
  return {
    ...read,
    controlHosts: controlHosts.join(','),
    authority: authorityInCache(Object.keys(hosts), environment),
    data: path,
    cached: placed === undefined,
    unwritableCache: unwritable,
    keyList: read.keys ? await checkKeys(readJson(read.keys, 'keys', label), `${label('keys')}: ${read.keys}`) : null,
    hosts,
  }
}

/** The URL may hold a password, so the message does not repeat it. */
function checkRedisUrl(url: string, label: NameFormat): void {
  if (url === '' || (/^rediss?:\/\/./.test(url) && URL.canParse(url))) return
  throw new SettingsFailure(`${label('redisUrl')} must be a redis:// or rediss:// URL`)
}

/** Settings are parsed like parameters: by schema, with messages that name them. */
function readValues(given: Given, label: NameFormat): WrittenSettings {
  const texts = Object.entries(given).map(([name, value]) => [label(name), String(value)])
  try {
    return compileParameters(Settings, 'standard', label)(Object.fromEntries(texts)) as WrittenSettings
  } catch (error) {
    throw new SettingsFailure((error as Error).message)
  }
}

function labelWithVariable(name: string): string {
  return `${name} (${variableOf(name)})`
}

function readEnvironment(environment: Environment): Given {
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

/** Variables that Kubernetes adds for a service named "sandbox". */
const serviceLinks = /^SANDBOX_(SERVICE|PORT)_/

/** One has the same name as the port: `SANDBOX_PORT=tcp://10.0.0.1:4780`. */
function isServiceLink(name: SettingName, value: string): boolean {
  return name === 'port' && /^(tcp|udp|sctp):\/\//.test(value)
}

function readFile(path: string): Given {
  const given = readJson(path, 'config', labelWithVariable)
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw new SettingsFailure(`config: ${path} must hold a JSON object of settings`)
  checkNames(given, name => `config: ${path} has the unknown setting ${shown(name)}`)
  return given as Given
}

function checkNames(given: object, describe: (name: string) => string): void {
  const unknown = Object.keys(given).find(name => !settingNames.includes(name as SettingName))
  if (unknown !== undefined) throw new SettingsFailure(describe(unknown) + suggestion(unknown, settingNames))
}

async function checkKeys(keys: unknown, where: string): Promise<Key[]> {
  // All families take as long to load as what a server needs to begin its history.
  const { families } = await import('../../routes/index.ts')
  const wrong = wrongKeys(keys, datasetsOf(families))
  if (wrong) throw new SettingsFailure(`${where} at ${wrong.path || '/'}: ${wrong.message}`)
  return keys as Key[]
}

function readHosts(text: string, label: NameFormat): HostNames {
  const pairs = listed(text)
  const wrong = pairs.find(pair => !/^[^=]+=(eu|us|reference)$/.test(pair))
  if (wrong)
    throw new SettingsFailure(`${label('hosts')} must be name=eu, name=us or name=reference, not ${shown(wrong)}`)
  const hosts = Object.fromEntries(pairs.map(pair => pair.toLowerCase().split('=')))
  checkHostNames('hosts', Object.keys(hosts), label)
  return hosts
}

/** A name that no header `Host` can have would never match. */
function checkHostNames(setting: SettingName, names: string[], label: NameFormat): void {
  const wrong = names.find(name => !/^([\w.-]+|\[[\da-f:.]+\])$/i.test(name))
  if (wrong === undefined) return
  throw new SettingsFailure(`${label(setting)} must have host names without scheme, port and path, not ${shown(wrong)}`)
}

function listed(text: string): string[] {
  const parts = text.split(',').map(part => part.trim())
  return parts.filter(part => part !== '')
}

function readJson(path: string, setting: string, label: NameFormat): unknown {
  try {
    // Some editors begin a file with a mark of its byte order.
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    // JSON errors quote their surroundings, including line breaks.
    const cause = (error as Error).message.replaceAll(/\s+/g, ' ')
    throw new SettingsFailure(`${label(setting)}: ${path} cannot be read: ${cause}`)
  }
}
