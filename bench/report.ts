import type { Verdict } from './budget.ts'
import { loadHeadings, loadRows } from './load-rows.ts'
import { loads } from './loads.ts'
import { barsHeadings, barsRows, depthHeadings, depthRows } from './page-rows.ts'
import { processHeadings, processRows } from './process-rows.ts'
import type { Results } from './results.ts'
import { seedingHeadings, seedingRows } from './seeding-rows.ts'
import { type Row, renderTable } from './table.ts'

/** Everything that a run measured, in one Markdown table, with the budgets beside the figures that they bound. */
export interface Report {
  text: string
  verdicts: readonly Verdict[]
}

export function report(results: Results): Report {
  const sections = [
    ...loads.map(load => ({ title: load.title, headings: loadHeadings, rows: loadRows(load, results) })),
    { title: 'process', headings: processHeadings, rows: processRows(results) },
    { title: '100,000 bars in one page', headings: barsHeadings, rows: barsRows(results) },
    { title: 'depth of a walk, 100 trades a page', headings: depthHeadings, rows: depthRows(results) },
    { title: 'seeding', headings: seedingHeadings, rows: seedingRows(results) },
  ]
  const rows = sections.flatMap(({ title, headings, rows }, n) => [heading(title, headings, n === 0), ...rows])
  const judged = results.plan.smoke ? rows.map(({ cells }) => ({ cells })) : rows
  return {
    text: `${renderTable(judged)}\n\n${circumstances(results)}`,
    verdicts: judged.flatMap(({ verdicts = [] }: Row) => verdicts),
  }
}

/** A Markdown table has one header: that of the sections after the first is set off by being bold. */
function heading(title: string, headings: readonly string[], first: boolean): Row {
  const bold = [title, ...headings].map(text => `**${text}**`)
  return first ? { cells: [title, ...headings], note: 'budget: measured' } : { cells: bold }
}

function circumstances({ machine, plan }: Results): string {
  const { date, cpu, cores, memory, system, node } = machine
  return [
    `Measured on ${date.slice(0, 10)} with Node ${node.slice(1)} on ${cpu}, ${cores} cores, ${memory} GB, ${system};`,
    `store \`${plan.profile}\`, ${plan.connections} connections. ${plan.rounds} round${plan.rounds > 1 ? 's' : ''} of ${plan.loadSeconds} s in which all take turns, and of each figure the median;`,
    'in parentheses the ratio to the floor of the same round (to the first line, where processes start; to the figure before it, where others are disturbed;',
    'to the line above, in depth). Clients and servers share the machine, so only the ratios travel; where the floor is faster than one client',
    'process can ask, the CPU time of a request tells more than the number of requests.',
  ].join('\n')
}
