import { flagOf, SettingsFailure, settingNames } from '../settings.ts'
import { exportedTables } from '../store/store-tables.ts'
import { commandHelp, commandNames, ownFlags } from './usage/command-help.ts'
import { readFlags } from './usage/flags.ts'
import { choicesOf } from './usage/help.ts'

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

/** Flags of the settings and their values, if there are few. */
function settingFlags(): [flag: string, values: string[]][] {
  return [...settingNames.map((name): [string, string[]] => [flagOf(name), choicesOf(name)]), ['config', []]]
}

/** Values of a command's own flags and its operand, if there are few. */
function ownChoices(name: string): { flags: [flag: string, values: string[]][]; operand: string[] } {
  const { flags, operands = '' } = commandHelp[name]!
  const valuesOf = (value: string) => (value.includes('|') ? value.split('|') : [])
  const pairs = Object.entries(flags).map(([flag, [value]]): [string, string[]] => [flag, valuesOf(value)])
  const operand = operands === '[TABLE]' ? exportedTables() : valuesOf(operands)
  return { flags: pairs.filter(([, values]) => values.length > 0), operand }
}

function bash(): string {
  const words = (list: readonly string[]) => list.map(flag => `--${flag}`).join(' ')
  const choices = [...settingFlags(), ...commandNames.flatMap(name => ownChoices(name).flags)].filter(
    ([, values]) => values.length > 0,
  )
  const own = commandNames.filter(name => ownFlags(name).length > 0)
  const operands = commandNames.filter(name => ownChoices(name).operand.length > 0)
  return `_market_data_sandbox() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} own=
  case \${COMP_WORDS[1]} in
${own.map(name => `    ${name}) own="${words(ownFlags(name))}";;`).join('\n')}
  esac
  case $before in
${choices.map(([flag, values]) => `    --${flag}) COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word")); return;;`).join('\n')}
  esac
  case \${COMP_WORDS[1]} in
${operands.map(name => `    ${name}) [ "$COMP_CWORD" = 1 ] || COMPREPLY=($(compgen -W "${ownChoices(name).operand.join(' ')}" -- "$word"));;`).join('\n')}
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
    Object.entries(commandHelp[name]!.flags).map(
      ([flag, [, meaning]]) =>
        `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag} ${takes(name, flag)} -d ${quoted(meaning)}`,
    ),
  )
  const operands = commandNames
    .filter(name => ownChoices(name).operand.length > 0)
    .map(
      name =>
        `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -xa '${ownChoices(name).operand.join(' ')}'`,
    )
  const settings = settingFlags().map(
    ([flag, values]) => `complete -c ${program} -l ${flag} ${values.length > 0 ? `-xa '${values.join(' ')}'` : '-r'}`,
  )
  return `${[...commands, ...own, ...operands, ...settings].join('\n')}\n`
}

function takes(command: string, flag: string): string {
  const [, values] = ownChoices(command).flags.find(([name]) => name === flag) ?? []
  return values ? `-xa '${values.join(' ')}'` : '-r'
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`\'`)}'`
}
