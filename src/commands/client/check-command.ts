import { appendFileSync, writeFileSync } from 'node:fs'
import { shown } from '../../base/failure.ts'
import { suggestion } from '../../base/nearest.ts'
import { faultScript } from '../../control/report/fault-script.ts'
import { junitOf } from '../../control/report/junit.ts'
import { checks, type Report, reportOf } from '../../control/report/report.ts'
import { type Environment, SettingsFailure } from '../../settings.ts'
import { settingsOf } from '../read-settings.ts'
import { ownFlags } from '../usage/command-help.ts'
import { readFlags } from '../usage/flags.ts'
import { besideServer, clientDefaults, clientEnvironment, runClient, splitCommand, textOf } from './client-run.ts'

const usage = 'market-data-sandbox check [--expected-failures FILE] [--junit FILE] [settings] -- <command>'

/** Exit code 1 if the report card differs from the expected one. */
export async function check(argv: string[], environment: Environment): Promise<number> {
  const { own: flags, command } = splitCommand(argv, usage)
  const { settings: given, own } = readFlags(flags, { flags: ownFlags('check') })
  const expected = own['expected-failures'] === undefined ? [] : readExpected(own['expected-failures'])
  if (own.junit !== undefined) checkJunit(own.junit)
  const settings = { ...(await settingsOf({ ...clientDefaults, ...given }, environment)), workers: 1 }
  return besideServer(settings, async ({ powers, url }) => {
    const tenant = powers.tenants.create({ name: 'client' })
    tenant.faults.replace(faultScript)
    const variables = clientEnvironment(settings, url, tenant.key!.key)
    const code = await runClient(command, { ...environment, ...variables })
    const report = reportOf(tenant.journal.read())
    const unexpected = unexpectedResults(report, expected)
    process.stdout.write(cardOf(report, expected, code, unexpected))
    if (own.junit !== undefined) writeFileSync(own.junit, junitOf(report))
    return unexpected.length > 0 ? 1 : 0
  })
}

/** Before the client runs: its results would be lost. */
function checkJunit(path: string): void {
  try {
    appendFileSync(path, '')
  } catch (error) {
    throw new SettingsFailure(`--junit cannot be written: ${(error as Error).message}`)
  }
}

function unexpectedResults({ checks: results, requests }: Report, expected: readonly string[]): string[] {
  if (requests === 0) return ['the command sent no request with MARKET_DATA_KEY to MARKET_DATA_URL']
  const fresh = results.filter(({ id, verdict }) => verdict === 'failed' && !expected.includes(id))
  const mended = results.filter(({ id, verdict }) => verdict === 'passed' && expected.includes(id))
  return [
    ...fresh.map(({ id }) => `${id} failed`),
    ...mended.map(({ id }) => `${id} passed, but is listed as an expected failure: remove it from the list`),
  ]
}

function cardOf(report: Report, expected: readonly string[], code: number, unexpected: string[]): string {
  const judged = report.requests === 0 ? [] : report.checks
  const lines = judged.flatMap(({ id, title, verdict, advice, evidence }) => [
    `${verdict.padEnd(11)} ${id}: ${title}${verdict === 'failed' && expected.includes(id) ? ' (expected to fail)' : ''}`,
    ...(advice === null ? [] : [`            ${advice} Requests ${evidence.join(', ')}.`]),
  ])
  const { passed, failed, warned, unexercised } = report.counts
  const sum = `${report.requests} requests; ${passed} passed, ${failed} failed, ${warned} warned, ${unexercised} unexercised`
  if (lines.length > 0) lines.push('')
  const rest = unexercised > 0 && report.requests > 0 ? [toExercise] : []
  return `${[...lines, `${sum}; the command ended with ${code}`, ...unexpected, ...rest].join('\n')}\n`
}

const toExercise =
  'To exercise every check, a client in this order walks one query of at least 15 pages, sends a query of one page twice, and sends five other queries.'

/** Ids of checks, one per line; # begins a comment. */
function readExpected(path: string): string[] {
  const ids = textOf(path, 'expected-failures')
    .split('\n')
    .map(line => line.replace(/#.*/, '').trim())
    .filter(line => line !== '')
  const known = checks.map(({ id }) => id)
  const unknown = ids.find(id => !known.includes(id))
  if (unknown === undefined) return ids
  const hint = suggestion(unknown, known) || `; known are ${known.join(', ')}`
  throw new SettingsFailure(`--expected-failures: ${path} names the unknown check ${shown(unknown)}${hint}`)
}
