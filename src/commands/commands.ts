import { suggestion } from '../base/nearest.ts'
import { type Environment, SettingsFailure } from '../settings.ts'
import { commandNames } from './usage/command-help.ts'

/** Runs with the rest of the command line; returns the exit code, or nothing while it runs. */
type Command = (argv: string[], environment: Environment) => Promise<number | undefined>

/** Loaded on demand: each start needs one of them. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve/serve.ts')).serve,
  seed: async () => (await import('./seed-command.ts')).seed,
  verify: async () => (await import('./verify-command.ts')).verify,
  import: async () => (await import('./import-command.ts')).importOwn,
  rebuild: async () => (await import('./import-command.ts')).rebuild,
  export: async () => (await import('./export-command.ts')).exportTable,
  check: async () => (await import('./client/check-command.ts')).check,
  drift: async () => (await import('./client/drift-command.ts')).drift,
  exec: async () => (await import('./client/exec-command.ts')).exec,
  ca: async () => (await import('./ca-command.ts')).ca,
  health: async () => (await import('./health-command.ts')).health,
  completion: async () => (await import('./completion-command.ts')).completion,
}

/** Selects `serve` if the command line names no command. */
export function commandOf(
  argv: string[],
  environment: Environment,
): { command: () => Promise<Command>; rest: string[] } {
  const [first = ''] = argv
  if (first === '' || first.startsWith('-')) return { command: commands.serve!, rest: argv }
  if (Object.hasOwn(commands, first)) return { command: commands[first]!, rest: argv.slice(1) }
  const hint = suggestion(first, commandNames) || `; known are ${commandNames.join(', ')}`
  throw new SettingsFailure(`unknown command ${JSON.stringify(first)}${hint}${npmHint(environment)}`)
}

/** From `npm start --profile tiny` npm takes the flag and passes `tiny`. */
function npmHint({ npm_lifecycle_event: script }: Environment): string {
  return script === 'start' ? '; npm passes flags only after --, as in npm start -- --profile tiny' : ''
}
