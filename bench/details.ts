import { ratesOf, valuesOf } from './budgets.ts'
import { type Load, loads } from './loads.ts'
import type { Shot } from './measure.ts'
import type { Results } from './run.ts'
import { median, pairedRatios, percent, plain } from './statistics.ts'
import type { SubjectId } from './subjects.ts'

export function details(results: Results): string {
  const sections = [...loads.map(load => loadSection(load, results)), startSection(results), memorySection(results)]
  return [
    ...sections,
    barsSection(results),
    depthSection(results),
    operationsSection(results),
    seedingSection(results),
  ].join('\n\n')
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  return `### ${title}\n\n${table(rows)}`
}

function loadSection(load: Load, results: Results): string {
  const { shots = {} } = results.loads.find(({ id }) => id === load.id) ?? {}
  if (Object.keys(shots).length === 0) return `### ${load.title}\n\nNot measured.`
  const base = load.subjects[0]!
  const figures: (keyof Shot)[] = ['perSecond', 'p50', 'p99', 'megabytes', 'cpu']
  const rows = present(results, load.subjects).map(({ id, title }) => [
    title,
    ...figures.map(column => plain(median(valuesOf(shots[id], column)))),
    percent(median(valuesOf(shots[id], 'generator'))),
    plain(median(valuesOf(shots[id], 'rate'))),
    id === base ? '' : ratioCell(ratesOf(results, load.id, id), ratesOf(results, load.id, base)),
  ])
  const measures = ['requests/s', 'p50, ms', 'p99, ms', 'MB/s', 'CPU time, ms', 'generator', 'rate']
  return section(load.title, [['', ...measures, base === 'floor' ? '× the floor' : '× one thread'], ...rows])
}

/** Measured servers in the given order. */
function present({ subjects }: Results, ids: readonly SubjectId[]) {
  return ids.flatMap(id => subjects.find(subject => subject.id === id) ?? [])
}

function ratioCell(values: readonly number[], bases: readonly number[]): string {
  const ratios = pairedRatios(values, bases)
  if (ratios.length === 0) return '–'
  const [lowest, highest] = [ratio(Math.min(...ratios)), ratio(Math.max(...ratios))]
  return lowest === highest ? lowest : `${ratio(median(ratios))} (${lowest}–${highest})`
}

/** Three digits below one, because slow servers have small ratios to the floor. */
function ratio(value: number): string {
  return value < 1 ? value.toFixed(3) : plain(value)
}

function startSection({ starts, subjects }: Results): string {
  const row = (title: string, times: readonly number[] = []) => [
    title,
    plain(median(times)),
    ratioCell(times, starts.imports),
  ]
  return section('Start to the first response', [
    ['', 'ms', '× importing the libraries'],
    ['Node importing Fastify and better-sqlite3', plain(median(starts.imports)), ''],
    ...subjects.map(({ id, title }) => row(title, starts.servers[id])),
    row('`createSandbox`, first call', starts.firstSandbox),
    row('`createSandbox`, later calls', starts.laterSandbox),
  ])
}

function memorySection({ memory: { idle, loaded }, subjects }: Results): string {
  const rows = subjects.map(({ id, title }) => [
    title,
    ...[idle[id]?.now, loaded[id]?.peak, loaded[id]?.files].map(plain),
    plain((loaded[id]?.peak ?? Number.NaN) / (loaded.floor?.peak ?? Number.NaN)),
  ])
  return section('Memory', [
    ['', 'idle, MB', 'peak under load, MB', 'files in memory, MB', 'peak × the floor'],
    ...rows,
  ])
}

function barsSection({ bars }: Results): string {
  const files = `${plain(bars.memoryAboveIdle)} (${plain(bars.filesAboveIdle)})`
  const times = [bars.firstByte, bars.lastByte, bars.p99Without, bars.p99During].map(values => plain(median(values)))
  return section('One page of 100,000 bars', [
    [
      'bars',
      'first byte, ms',
      'last byte, ms',
      "others' p99 without it, ms",
      "others' p99 beside it, ms",
      'above idle (files), MB',
    ],
    [plain(bars.records), ...times, files],
  ])
}

function depthSection({ depth }: Results): string {
  const row = (title: string, times: readonly number[], bases?: readonly number[]) => [
    title,
    plain(median(times)),
    bases ? ratioCell(times, bases) : '',
  ]
  return section(`Depth of a walk through ${depth.instrument}, 100 trades per page`, [
    ['', 'CPU time, ms', '× the line above'],
    row(`first page, ${plain(depth.smallTrades)} trades in the store`, depth.small),
    row(`first page, ${plain(depth.trades)} trades in the store`, depth.first, depth.small),
    row(`page ${plain(depth.deepPage)}, same store`, depth.deep, depth.first),
  ])
}

function operationsSection({ operations: { operations, chain } }: Results): string {
  const rows = operations.map(({ title, first, firstCpu, usual, largest }) => [
    title,
    ...[first, firstCpu, usual, largest].map(plain),
  ])
  const calls = `${chain.calls} options of a chain, ten requests at once`
  const [from, until] = [Math.min(...chain.later), Math.max(...chain.later)]
  const other = `${plain(median(chain.later))} ms (${plain(from)}–${plain(until)})`
  const head = ['', 'first in a process, ms', 'its CPU time, ms', 'usual page, CPU ms', 'largest page, CPU ms']
  return `${section('Other operations', [head, ...rows])}\n\n${calls}: ${plain(chain.first)} ms in a new process, ${other} for other times.`
}

function seedingSection({ seeding }: Results): string {
  const rows = seeding.map(({ profile, seconds, trades, size, memory }) => [
    `\`${profile}\``,
    ...[median(seconds), trades, trades / median(seconds), size, memory].map(plain),
  ])
  return section('Seeding', [['', 'seconds', 'trades', 'trades/s', 'store, MB', 'memory then, MB'], ...rows])
}

/** A Markdown table that also reads well as plain text. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, n) => Math.max(3, ...rows.map(row => row[n]!.length)))
  const isText = (n: number) => n === 0 || rows.slice(1).some(row => /[a-z≥≤]/i.test(row[n]!))
  const lines = rows.map(row => row.map((cell, n) => (isText(n) ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))))
  const ruler = widths.map((width, n) => (isText(n) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [lines[0]!, ruler, ...lines.slice(1)].map(line => `| ${line.join(' | ')} |`).join('\n')
}
