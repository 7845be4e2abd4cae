import { parseArgs } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import { suggestion } from '../../base/nearest.ts'
import { flagOf, Settings, SettingsFailure, settingNames } from '../../settings.ts'

interface Extras {
  flags?: readonly string[]
  operands?: readonly string[]
}

interface CommandLine {
  /** Settings by name; `config` is the settings file. */
  settings: Record<string, string>
  own: Record<string, string>
  operands: string[]
}

/** Errors are one-line SettingsFailures. */
export function readFlags(argv: string[], { flags = [], operands = [] }: Extras = {}): CommandLine {
  const bySetting = new Map([...settingNames, 'config'].map(name => [flagOf(name), name]))
  const { values, positionals } = parse(argv, [...bySetting.keys(), ...flags])
  checkOperands(positionals, operands)
  const given = Object.entries(values)
  const ofSettings = given.filter(([flag]) => bySetting.has(flag))
  return {
    settings: Object.fromEntries(ofSettings.map(([flag, value]) => [bySetting.get(flag)!, value])),
    own: Object.fromEntries(given.filter(([flag]) => flags.includes(flag))),
    operands: positionals,
  }
}

function parse(argv: string[], known: string[]): { values: Record<string, string>; positionals: string[] } {
  const options = Object.fromEntries(
    known.map(flag => [flag, { type: 'string' as const, ...(flag === 'port' && { short: 'p' }) }]),
  )
  const args = argv.map((arg, n) => (isSwitch(arg, argv[n + 1]) ? `${arg}=true` : arg))
  const { values, positionals, tokens } = parseArgs({ args, options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    if (!known.includes(name)) {
      const flags = known.map(flag => `--${flag}`)
      throw new SettingsFailure(`unknown flag ${JSON.stringify(rawName)}${suggestion(rawName, flags)}`)
    }
    // A value that looks like a flag is probably the next flag.
    if (value === undefined || (!inlineValue && /^-./.test(value)))
      throw new SettingsFailure(`${rawName} needs a value: ${rawName}=…`)
  }
  return { values: values as Record<string, string>, positionals }
}

/** Whether an argument is a flag of a boolean setting without its value: `--tls` means `--tls=true`. */
function isSwitch(arg: string, next = ''): boolean {
  const name = settingNames.find(name => arg === `--${flagOf(name)}`)
  if (name === undefined || (Settings.properties[name] as TSchema).type !== 'boolean') return false
  return !/^(true|false|1|0)$/i.test(next)
}

function checkOperands(given: readonly string[], wanted: readonly string[]): void {
  const [tooMuch] = given.slice(wanted.length)
  if (tooMuch !== undefined) throw new SettingsFailure(`unexpected argument ${JSON.stringify(tooMuch)}`)
  // Brackets mark an operand that may be absent.
  const [missing] = wanted.slice(given.length).filter(name => !name.startsWith('['))
  if (missing !== undefined) throw new SettingsFailure(`missing argument ${missing}`)
}
