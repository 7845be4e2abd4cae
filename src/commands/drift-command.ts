import { readFileSync } from 'node:fs'
import { families } from '../../routes/index.ts'
import { shown } from '../failure.ts'
import type { Operation } from '../operations/operation.ts'
import { type Environment, SettingsFailure } from '../settings.ts'
import { clientDefaults, clientEnvironment, startForClient } from './client-run.ts'
import { ownFlags } from './command-help.ts'
import { compareAnswers, type Drift, type SideAnswer } from './drift-comparison.ts'
import { readFlags } from './flags.ts'
import { settingsOf } from './read-settings.ts'

/** Timeout of an answer. Milliseconds. */
const patience = 30_000

/**
 * Compares this server with another one; exit code 1 if answers differ critically. No other command connects to other
 * machines.
 */
export async function drift(argv: string[], environment: Environment): Promise<number> {
  const { settings: given, own } = readFlags(argv, { flags: ownFlags('drift') })
  const upstream = upstreamOf(own.upstream)
  const key = keyOf(own['key-env'], environment)
  const requests = own.requests === undefined ? exampleRequests() : linesOf(own.requests, 'requests')
  const excluded = own.exclude === undefined ? [] : linesOf(own.exclude, 'exclude')
  const settings = settingsOf({ ...clientDefaults, ...given }, environment)
  const server = await startForClient(settings)
  const counts = { critical: 0, warning: 0, info: 0 }
  try {
    const ownKey = clientEnvironment(settings, server.url).MARKET_DATA_KEY!
    for (const request of requests) {
      const sides = [ask(server.url + request, ownKey), ask(upstream + request, key)]
      const [one, other] = (await Promise.all(sides)) as [SideAnswer, SideAnswer]
      const found = compareAnswers(one, other).filter(one => !excluded.some(line => covers(line, request, one)))
      for (const { severity } of found) counts[severity]++
      if (found.length > 0) process.stdout.write(`${request}\n${found.map(lineOf).join('')}`)
    }
  } finally {
    await server.close()
  }
  const { critical, warning, info } = counts
  process.stdout.write(`${requests.length} requests; ${critical} critical, ${warning} warning, ${info} info\n`)
  return critical > 0 ? 1 : 0
}

function lineOf({ severity, part, sandbox, upstream }: Drift): string {
  return `  ${severity.padEnd(8)} ${part}: ${sandbox} here, ${upstream} there\n`
}

/**
 * Whether an exclusion covers a difference: the beginning of a request, or `*`, then after a tab or spaces the excluded
 * part.
 */
function covers(line: string, request: string, { part }: Drift): boolean {
  const [, begin = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
  return (begin === '*' || request.startsWith(begin)) && (rest === '' || part === rest)
}

async function ask(url: string, key: string): Promise<SideAnswer> {
  const answer = await fetch(url, { headers: { 'x-api-key': key }, signal: AbortSignal.timeout(patience) }).catch(
    (error: Error) => {
      throw new Error(
        `${new URL(url).origin} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
      )
    },
  )
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function upstreamOf(text: string | undefined): string {
  if (text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/$/, '')
  throw new SettingsFailure(
    `--upstream must be the URL of the server to compare with, such as https://market.example, not ${shown(text ?? '')}`,
  )
}

/** Reads the key from the environment: a flag would show it to everyone who can list processes. */
function keyOf(name: string | undefined, environment: Environment): string {
  const key = name === undefined ? undefined : environment[name]
  if (key) return key
  throw new SettingsFailure(
    name === undefined
      ? '--key-env must name the environment variable that holds the API key of the upstream server'
      : `--key-env: the environment variable ${name} is empty`,
  )
}

function linesOf(path: string, flag: string): string[] {
  try {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .map(line => line.trim())
    return lines.filter(line => line !== '' && !line.startsWith('#'))
  } catch (error) {
    throw new SettingsFailure(`--${flag}: ${path} cannot be read: ${(error as Error).message}`)
  }
}

/** The example of each operation. */
function exampleRequests(): string[] {
  return families.flatMap(({ operations }) => operations.map(requestOf))
}

function requestOf({ path, example }: Operation): string {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(example[name] ?? 'latest'))
  const query = new URLSearchParams(Object.entries(example).filter(([name]) => !inPath.includes(name))).toString()
  return query === '' ? filled : `${filled}?${query}`
}
