import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { loggerTo } from '../../http/observe/log.ts'
import { readableLine } from '../../http/observe/readable-lines.ts'
import { builtInKeys } from '../../plans/keys.ts'
import { type RunningServer, startServer } from '../../server/server.ts'
import { certificateIn } from '../../server/tls/authority.ts'
import { type Environment, type LogLevel, type Settings, SettingsFailure } from '../../settings.ts'
import { progressReporter } from '../progress.ts'

export function splitCommand(argv: string[], usage: string): { own: string[]; command: string[] } {
  const place = argv.indexOf('--')
  const command = place < 0 ? [] : argv.slice(place + 1)
  if (command.length === 0) throw new SettingsFailure(`no command to run: ${usage}`)
  return { own: argv.slice(0, place), command }
}

/** The text of a file that a flag names. @throws SettingsFailure */
export function textOf(path: string, flag: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsFailure(`--${flag}: ${path} cannot be read: ${(error as Error).message}`)
  }
}

/** Runs a server for one run of a client. Standard output belongs to the client, so the log is on standard error. */
export async function besideServer<T>(settings: Settings, run: (server: RunningServer) => Promise<T>): Promise<T> {
  const lines = { write: (line: string) => void process.stderr.write(`market-data-sandbox: ${readableLine(line)}`) }
  const logger = loggerTo(lines, settings.logLevel as LogLevel, true)
  const server = await startServer({ settings, logger, progress: progressReporter(process.stderr, startAndEnd) })
  server.powers.tenants.default.journal.begin()
  try {
    return await run(server)
  } finally {
    await server.close()
  }
}

/** Without a terminal, as in CI: says why nothing happens yet. */
function startAndEnd(label: string, fraction: number): void {
  if (fraction === 0) process.stderr.write(`market-data-sandbox: ${label} before the server starts\n`)
  if (fraction >= 1) process.stderr.write(`market-data-sandbox: ${label} is done\n`)
}

/** Flags override these. */
export const clientDefaults = { port: '0', logLevel: 'warn' }

/** Environment variables that describe the server to a client. @param key API key for the client */
export function clientEnvironment(settings: Settings, url: string, key = keyFor(settings)): Record<string, string> {
  const control = new URL(url)
  if (settings.controlPort !== 0) control.port = String(settings.controlPort)
  return {
    MARKET_DATA_URL: url,
    MARKET_DATA_KEY: key,
    MARKET_DATA_CONTROL_URL: `${control.origin}/sandbox`,
    ...(settings.tls && proxyEnvironment(settings, url)),
  }
}

/** Variables with which Node, Python and curl send requests for all other machines to the server, and trust it. */
function proxyEnvironment({ authority }: Settings, url: string): Record<string, string> {
  const certificate = certificateIn(authority)
  const near = 'localhost,127.0.0.1,::1'
  return {
    // curl reads http_proxy in lower case only.
    ...{ HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY: near, https_proxy: url, http_proxy: url, no_proxy: near },
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: certificate,
    REQUESTS_CA_BUNDLE: certificate,
    SSL_CERT_FILE: certificate,
    CURL_CA_BUNDLE: certificate,
  }
}

function keyFor({ keyList }: Settings): string {
  const [first] = keyList ?? builtInKeys
  return first!.key
}

const unknownCommand = 127
/** Offset of the exit code of a process that a signal ended. */
const endedBySignal = 128

/** Forwards signals; returns the exit code. */
export function runClient([file, ...args]: string[], environment: Environment): Promise<number> {
  return new Promise(resolve => {
    const child = spawn(file!, args, { stdio: 'inherit', env: environment })
    const signals = (['SIGTERM', 'SIGHUP', 'SIGINT'] as const).map(signal => {
      // A terminal sends SIGINT to the child as well.
      const pass = () => void (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal))
      process.on(signal, pass)
      return () => process.off(signal, pass)
    })
    const done = (code: number) => {
      for (const leave of signals) leave()
      resolve(code)
    }
    child.once('error', error => {
      process.stderr.write(`market-data-sandbox: ${file} cannot be run: ${error.message}\n`)
      done(unknownCommand)
    })
    child.once('close', (code, signal) => done(code ?? endedBySignal + constants.signals[signal!]))
  })
}
