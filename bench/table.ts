import type { Verdict } from './budget.ts'

/** One line: a name, its figures, and the budgets that they are held to or whatever else is to be said. */
export interface Row {
  cells: readonly string[]
  verdicts?: readonly Verdict[]
  note?: string
}

/** A Markdown table that reads well as plain text, too. The first row is its header. */
export function renderTable(rows: readonly Row[]): string {
  const figures = Math.max(...rows.map(({ cells }) => cells.length))
  const lines = rows.map(row => [...row.cells, ...Array(figures - row.cells.length).fill(''), remarkOf(row)])
  const widths = lines[0]!.map((_, n) => Math.max(3, ...lines.map(line => line[n].length)))
  const isName = (n: number) => n === 0 || n === figures
  const ruler = widths.map((width, n) => (isName(n) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const [header, ...body] = lines.map(line =>
    line.map((cell, n) => (isName(n) ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))),
  )
  return [header!, ruler, ...body].map(line => `| ${line.join(' | ')} |`).join('\n')
}

function remarkOf({ verdicts = [], note = '' }: Row): string {
  return [...verdicts.map(({ text }) => text), note].filter(text => text !== '').join('; ')
}
