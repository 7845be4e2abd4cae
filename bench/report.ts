import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgets, type Figure, valuesOf } from './budgets.ts'
import { details, table } from './details.ts'
import type { Shot } from './measure.ts'
import { projectFolder } from './plan.ts'
import type { Results } from './run.ts'
import { median, percent } from './statistics.ts'
import type { SubjectId } from './subjects.ts'

export function report(results: Results): string {
  return [targetTable(results), circumstances(results), details(results)].join('\n\n')
}

function targetTable(results: Results): string {
  const rows = budgets(results).map(({ title, figures }) => [
    title,
    figures.map(({ measured, spread }) => (spread ? `${measured} (${spread})` : measured)).join('; '),
    figures.map(({ target }) => target).join('; '),
    results.plan.smoke ? 'not judged' : figures.map(verdict).join('; '),
  ])
  return table([['', 'median (lowest–highest round)', 'target', 'met'], ...rows])
}

function verdict({ met }: Figure): string {
  return met === undefined ? 'not measured' : met ? 'yes' : '**no**'
}

function circumstances(results: Results): string {
  const { machine, plan, skipped, failed } = results
  const { date, cpu, cores, memory, system, node } = machine
  const lines = [
    `Measured on ${date.slice(0, 10)} with Node ${node.slice(1)} on ${cpu}, ${cores} cores, ${memory} GB, ${system}; store \`${plan.profile}\`.`,
    `${plan.rounds === 1 ? '1 round' : `${plan.rounds} rounds`} of ${plan.loadSeconds} s, in which all servers take turns. A ratio compares two figures of the same round.`,
    'Ratios between servers compare their rates: the requests per second that each could answer with a core of its own for every serving thread. For this server and the floor, that is per second of mean CPU time of its serving threads; for the other servers, which may wait for timers, per second in which they ran or slept.',
    `The load generator (autocannon, one thread) used ${generatorShare(results, 'ours')} of a core while it loaded this server, and ${generatorShare(results, 'floor')} while it loaded the floor. Near 100 %, it limits the requests/s in the details, but not the rate.`,
    `Other work on the machine: under load, this server was ready to run but had no core for ${percent(waitedForCore(results))} of the time.`,
    ...skipped,
    ...failed.map(({ title, reason }) => `${title} failed: ${reason}.`),
  ]
  return lines.map(line => `- ${line}`).join('\n')
}

function waitedForCore(results: Results): number {
  return median(sharesOf(results, 'ours', 'withoutCore'))
}

function generatorShare(results: Results, id: SubjectId): string {
  const shares = sharesOf(results, id, 'generator')
  return `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`
}

function sharesOf({ loads }: Results, id: SubjectId, column: keyof Shot): number[] {
  return loads.flatMap(({ shots }) => valuesOf(shots[id], column))
}

const page = join(projectFolder, 'docs/performance.md')
const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']

/** Largest share of time without a core at which results may be published. */
const tolerableWait = 0.1

/** Replaces the report in docs/performance.md, unless the machine was too busy. Returns whether it did. */
export function writeReport(text: string, results: Results): boolean {
  if (waitedForCore(results) > tolerableWait) return false
  const [before, after] = aroundReport()
  writeFileSync(page, `${before}${begin}\n${text}\n${end}${after}`)
  return true
}

/** Text of docs/performance.md before and after the report. @throws Error if the page has no markers for it */
export function aroundReport(): [before: string, after: string] {
  const text = readFileSync(page, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`docs/performance.md needs the lines ${begin} and ${end}; --no-docs skips it`)
  return [text.slice(0, from), text.slice(to + end.length)]
}
