import { suggestion } from '../nearest.ts'
import { type Environment, SettingsFailure } from '../settings.ts'

/** Takes what follows its name on the command line; gives the exit code, or nothing while it goes on. */
export type Command = (argv: string[], environment: Environment) => Promise<number | undefined>

/** Loaded when they are asked for: a server that starts needs none but its own. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  seed: async () => (await import('./seed-command.ts')).seed,
  verify: async () => (await import('./verify-command.ts')).verify,
  export: async () => (await import('./export-command.ts')).exportTable,
  health: async () => (await import('./health-command.ts')).health,
}

export const commandNames = Object.keys(commands)

/** Which command a command line is for, and what it says to it: without a name, or with flags only, it is to serve. */
export function commandOf(argv: string[]): { command: () => Promise<Command>; rest: string[] } {
  const [first = ''] = argv
  if (first === '' || first.startsWith('-')) return { command: commands.serve!, rest: argv }
  if (Object.hasOwn(commands, first)) return { command: commands[first]!, rest: argv.slice(1) }
  const hint = suggestion(first, commandNames) || `; known are ${commandNames.join(', ')}`
  throw new SettingsFailure(`unknown command ${JSON.stringify(first)}${hint}`)
}
