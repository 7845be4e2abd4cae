import type { TSchema } from '@sinclair/typebox'
import { suggestion } from '../../base/nearest.ts'
import { version } from '../../package.ts'
import { flagOf, type SettingName, Settings, SettingsFailure, settingNames } from '../../settings.ts'
import { columns, commandList, commandNames, helpOf } from './command-help.ts'

export const helpTopics = [...commandNames, 'settings']

/** The text of `help TOPIC`: a command, `settings`, or the overview. */
export function helpText(topic: string | undefined): string {
  if (topic === undefined) return overview()
  if (topic === 'settings') return settingsHelp()
  if (commandNames.includes(topic)) return helpOf(topic)
  const hint = suggestion(topic, helpTopics) || `; known are ${helpTopics.join(', ')}`
  throw new SettingsFailure(`no help for ${JSON.stringify(topic)}${hint}`)
}

/** Fits a terminal of 24 lines by 80 characters. */
function overview(): string {
  return `market-data-sandbox ${version}: a local server for a market-data REST API

${commandList()}

  -p, --port NUMBER               port (4780); 0 takes any free port
  --profile tiny|standard|large   how much data (standard)
  --now live|seeded|TIME          clock: moving, or frozen (live)
  --data FILE --keys FILE         store; API keys (built in: sandbox-key, …)
  --validation standard|strict|lenient   --workers NUMBER (threads; 1)

  help COMMAND    flags and examples; help settings lists every setting
  -h, --help      -v, --version`
}

function settingsHelp(): string {
  const rows = settingNames.map(name => [`--${flagOf(name)}`, meaningOf(name)])
  const config = ['--config', 'path of a JSON file of settings']
  return `Settings. --log-level is also the variable SANDBOX_LOG_LEVEL; flags win.\n\n${columns([...rows, config])}`
}

function meaningOf(name: SettingName): string {
  const { description, default: initial } = Settings.properties[name] as TSchema
  const values = choicesOf(name)
  const choices = values.length > 0 ? `; ${values.join(', ')}` : ''
  return `${description!.replaceAll('`', '')}${choices}${initial === '' ? '' : ` (${initial})`}`
}

export function choicesOf(name: SettingName): string[] {
  const schema = Settings.properties[name] as TSchema
  if (schema.type === 'boolean') return ['true', 'false']
  return (schema.anyOf ?? []).map(({ const: value }: TSchema) => String(value))
}
