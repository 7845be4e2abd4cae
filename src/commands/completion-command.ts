import { flagOf, SettingsFailure, settingNames } from '../settings.ts'
import { exportedTables } from '../store/store-tables.ts'
import { commandHelp, commandNames, flagsOf, ownFlags } from './usage/command-help.ts'
import { readFlags } from './usage/flags.ts'
import { choicesOf, helpTopics } from './usage/help.ts'

const program = 'market-data-sandbox'

const scripts: Record<string, () => string> = {
  bash,
  zsh: () => `autoload -U +X bashcompinit && bashcompinit\n${bash()}`,
  fish,
}

export async function completion(argv: string[]): Promise<number> {
  const [shell = ''] = readFlags(argv, { operands: ['bash|zsh|fish'] }).operands
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script) throw new SettingsFailure(`the shell must be bash, zsh or fish, not ${JSON.stringify(shell)}`)
  process.stdout.write(script())
  return 0
}

/** A flag or command, and the values that may follow it, if there are few. */
type Choice = [name: string, values: string[]]

const hasValues = ([, values]: Choice) => values.length > 0

function settingFlags(): Choice[] {
  return [...settingNames.map((name): Choice => [flagOf(name), choicesOf(name)]), ['config', []]]
}

function ownChoices(name: string): Choice[] {
  return Object.entries(flagsOf(name)).map(([flag, [value]]) => [flag, valuesOf(value)])
}

/** Commands whose operand has few values. */
function operandChoices(): Choice[] {
  const choices = commandNames.map((name): Choice => [name, operandsOf(commandHelp[name]!.operands)])
  return [...choices.filter(hasValues), ['help', helpTopics]]
}

function operandsOf(operands = ''): string[] {
  return operands === '[TABLE]' ? exportedTables() : valuesOf(operands)
}

function valuesOf(value: string): string[] {
  return value.includes('|') ? value.split('|') : []
}

function bash(): string {
  const words = (list: readonly string[]) => list.map(flag => `--${flag}`).join(' ')
  const choices = [...settingFlags(), ...commandNames.flatMap(ownChoices)].filter(hasValues)
  const own = commandNames.filter(name => ownFlags(name).length > 0)
  const operands = operandChoices()
  return `_market_data_sandbox() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} own=
  case \${COMP_WORDS[1]} in
${own.map(name => `    ${name}) own="${words(ownFlags(name))}";;`).join('\n')}
  esac
  case $before in
${choices.map(([flag, values]) => `    --${flag}) COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word")); return;;`).join('\n')}
  esac
  case \${COMP_WORDS[1]} in
${operands.map(([name, values]) => `    ${name}) [ "$COMP_CWORD" = 1 ] || COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word"));;`).join('\n')}
  esac
  if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "${[...commandNames, 'help'].join(' ')}" -- "$word")); fi
  case $word in -*) COMPREPLY=($(compgen -W "$own ${words(settingFlags().map(([flag]) => flag))} --help --version" -- "$word"));; esac
}
complete -o default -F _market_data_sandbox ${program}
`
}

function fish(): string {
  const commands = commandNames.map(
    name => `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${quoted(commandHelp[name]!.summary)}`,
  )
  const own = commandNames.flatMap(name =>
    Object.entries(flagsOf(name)).map(
      ([flag, [value, meaning]]) =>
        `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag} ${takes(valuesOf(value))} -d ${quoted(meaning)}`,
    ),
  )
  const operands = operandChoices().map(
    ([name, values]) => `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -xa '${values.join(' ')}'`,
  )
  const settings = settingFlags().map(([flag, values]) => `complete -c ${program} -l ${flag} ${takes(values)}`)
  const help = `complete -c ${program} -n __fish_use_subcommand -a help -d 'explain a command or all settings'`
  return `${[...commands, help, ...own, ...operands, ...settings].join('\n')}\n`
}

function takes(values: readonly string[]): string {
  return values.length > 0 ? `-xa '${values.join(' ')}'` : '-r'
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`\'`)}'`
}
