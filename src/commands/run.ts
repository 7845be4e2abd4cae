import { version } from '../package.ts'
import { type Environment, SettingsFailure } from '../settings.ts'
import { StoreFailure } from '../store/store-failure.ts'
import { commandOf } from './commands.ts'
import { commandNames } from './usage/command-help.ts'
import { helpText } from './usage/help.ts'

export async function run(argv: string[], environment: Environment): Promise<void> {
  // The exit code is right even if the reader closes the pipe after some lines.
  process.stdout.on('error', error => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') exitWith(error)
  })
  try {
    process.exitCode = await execute(argv, environment)
  } catch (error) {
    exitWith(error)
  }
}

function exitWith(error: unknown): never {
  const { code, line } = endOf(error)
  process.stderr.write(line)
  process.exit(code)
}

/** Exit code and output of a process that a failure ends. */
export function endOf(error: unknown): { code: number; line: string } {
  const code = error instanceof SettingsFailure || socketFault(error) ? 2 : 1
  return { code, line: `market-data-sandbox: ${messageOf(error)}\n` }
}

/** Returns the exit code, or nothing while a server runs. */
export async function execute(argv: string[], environment: Environment): Promise<number | undefined> {
  // Flags after -- belong to another command.
  const own = argv.slice(0, [...argv, '--'].indexOf('--'))
  if (argv[0] === 'help') return print(helpText(own[1]))
  if (own.includes('--help') || own.includes('-h')) return print(helpText(commandNames.find(name => name === own[0])))
  if (own.includes('--version') || own.includes('-v')) return print(version)
  const { command, rest } = commandOf(argv, environment)
  const run = await command()
  return run(rest, environment)
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function messageOf(error: unknown): string {
  const fault = socketFault(error)
  if (fault) return fault
  // The system refuses something, such as a write to a full disk: a stack would not help.
  const isOutside = error instanceof Error && 'syscall' in error
  if (error instanceof SettingsFailure || error instanceof StoreFailure || isOutside) return error.message
  return (error as Error).stack ?? String(error)
}

/** Why the socket could not be opened, by the setting at fault. */
function socketFault(error: unknown): string | undefined {
  const { code = '', syscall = '', message } = error as NodeJS.ErrnoException
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  const cause = message.replace(/^listen \w+: /, '')
  if (code === 'EADDRINUSE')
    return `${cause.replace('address already in use ', '')} is in use by another process: choose another port; --port 0 takes any free one`
  if (code === 'EACCES') return `${cause}: choose another port; ports below 1024 need privileges`
  return `host (SANDBOX_HOST): ${cause}; use an address of this machine`
}
