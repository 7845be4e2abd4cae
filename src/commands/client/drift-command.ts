import { families } from '../../../routes/index.ts'
import { shown } from '../../base/failure.ts'
import type { ServerState } from '../../http/state.ts'
import { urlOf, withExamples } from '../../operations/family.ts'
import { type Environment, SettingsFailure } from '../../settings.ts'
import { settingsOf } from '../read-settings.ts'
import { ownFlags } from '../usage/command-help.ts'
import { readFlags } from '../usage/flags.ts'
import { besideServer, clientDefaults, clientEnvironment, textOf } from './client-run.ts'
import { compareAnswers, type Drift, type SideAnswer } from './drift-comparison.ts'
import { type AnsweredPages, comparePaging, nextUrlOf } from './drift-paging.ts'

/** Longest wait for a response. */
const patience = 30_000

/** Exit code 1 if responses differ critically. No other command connects to other machines. */
export async function drift(argv: string[], environment: Environment): Promise<number> {
  const { settings: flags, own } = readFlags(argv, { flags: ownFlags('drift') })
  const upstream = upstreamOf(own.upstream)
  const key = keyOf(own['key-env'], environment)
  const given = own.requests === undefined ? undefined : requestsOf(own.requests)
  const excluded = own.exclude === undefined ? [] : linesOf(own.exclude, 'exclude')
  const pages = pagesOf(own.pages)
  const settings = await settingsOf({ ...clientDefaults, ...flags }, environment)
  return besideServer(settings, async server => {
    const counts = { critical: 0, warning: 0, info: 0 }
    const requests = given ?? exampleRequests(server.app.state)
    const ownKey = clientEnvironment(settings, server.url).MARKET_DATA_KEY!
    const sides: Sides = [
      { url: server.url, key: ownKey },
      { url: upstream, key },
    ]
    await checkKey(requests, sides[1], own['key-env']!)
    for (const request of requests) {
      const all = await compareWalks(request, sides, pages)
      const found = all.filter(one => !excluded.some(line => covers(line, request, one)))
      for (const { severity } of found) counts[severity]++
      if (found.length > 0) process.stdout.write(`${request}\n${found.map(lineOf).join('')}`)
    }
    const { critical, warning, info } = counts
    process.stdout.write(`${requests.length} requests; ${critical} critical, ${warning} warning, ${info} info\n`)
    return critical > 0 ? 1 : 0
  })
}

interface ComparedServer {
  url: string
  key: string
}
type Sides = [ComparedServer, ComparedServer]

interface PageDrift extends Drift {
  page: number
}

/** Fails once if requests of two datasets are refused; a plan may lack one. */
async function checkKey(requests: readonly string[], { url, key }: ComparedServer, name: string): Promise<void> {
  const byDataset = new Map(requests.map(request => [/\/data\/([^./]+)/.exec(request)?.[1], request]))
  byDataset.delete(undefined)
  const answers = await Promise.all([...byDataset.values()].slice(0, 2).map(request => ask(url + request, key)))
  const [refused] = answers
  if (refused === undefined || answers.some(({ status }) => status !== 401 && status !== 403)) return
  const { message = '' } = (refused.body ?? {}) as { message?: string }
  throw new SettingsFailure(
    `${new URL(url).origin} refuses the key in ${name}: ${refused.status} ${shown(message.replaceAll(key, '…'))}`,
  )
}

/** Compares the first pages of a request, as long as both sides have a next one. */
async function compareWalks(request: string, sides: Sides, pages: number): Promise<PageDrift[]> {
  const found = new Map<string, PageDrift>()
  const walks: [SideAnswer[], SideAnswer[]] = [[], []]
  for (let page = 1; page <= pages; page++) {
    const urls = sides.map((side, n) => (page === 1 ? side.url + request : nextUrl(side, walks[n]!)))
    if (urls.includes(undefined)) break
    const answers = await Promise.all(sides.map(({ key }, n) => ask(urls[n]!, key)))
    for (const [n, answer] of answers.entries()) walks[n]!.push(answer)
    for (const one of comparePages(...walks)) if (!found.has(one.part)) found.set(one.part, { ...one, page })
  }
  return [...found.values()]
}

function comparePages(sandbox: AnsweredPages, upstream: AnsweredPages): Drift[] {
  const [one, other] = [sandbox.at(-1)!, upstream.at(-1)!]
  return [...compareAnswers(one, other), ...(one.status === other.status ? comparePaging(sandbox, upstream) : [])]
}

/** The next page at the same server: no other server gets the key. */
function nextUrl({ url }: ComparedServer, walk: AnsweredPages): string | undefined {
  const next = nextUrlOf(walk.at(-1)!.body)
  if (next === undefined || !URL.canParse(next)) return undefined
  const { pathname, search } = new URL(next)
  return new URL(url).origin + pathname + search
}

function lineOf({ severity, part, sandbox, upstream, page }: PageDrift): string {
  const place = page === 1 ? part : `${part} on page ${page}`
  return `  ${severity.padEnd(8)} ${place}: ${sandbox} here, ${upstream} there\n`
}

/** @param line the beginning of a request or `*`, then a tab or spaces, then the excluded part */
function covers(line: string, request: string, { part }: Drift): boolean {
  const [, begin = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
  return (begin === '*' || request.startsWith(begin)) && (rest === '' || part === rest)
}

async function ask(url: string, key: string): Promise<SideAnswer> {
  const answer = await fetch(url, { headers: { 'x-api-key': key }, signal: AbortSignal.timeout(patience) }).catch(
    (error: Error) => {
      throw new SettingsFailure(
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

function pagesOf(text = '2'): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new SettingsFailure(`--pages must be an integer from 1 to 999, not ${shown(text)}`)
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

function requestsOf(path: string): string[] {
  const lines = linesOf(path, 'requests')
  const wrong = lines.find(line => !line.startsWith('/'))
  if (wrong === undefined) return lines
  throw new SettingsFailure(
    `--requests: a line of ${path} must be a path with its query, such as /v1/exchanges, not ${shown(wrong)}`,
  )
}

function linesOf(path: string, flag: string): string[] {
  const lines = textOf(path, flag).split('\n')
  return lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('#'))
}

function exampleRequests({ context, view }: ServerState): string[] {
  return withExamples(families, context.store, view.horizon()).flatMap(({ operations }) =>
    operations.map(({ path, example }) => urlOf(path, example)),
  )
}
