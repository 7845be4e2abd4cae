import { atLeast, type Verdict } from './budget.ts'
import type { Shot } from './fire.ts'
import { withRatio } from './format.ts'
import type { Load, LoadBudget } from './load.ts'
import type { Results } from './results.ts'
import type { LoadFigures } from './rounds.ts'
import { median, pairedRatio } from './statistics.ts'
import type { SubjectId } from './subject.ts'
import type { Row } from './table.ts'

export const loadHeadings = ['requests/s', 'p50, ms', 'p99, ms', 'MB/s', 'CPU a request, ms']
const columns: readonly (keyof Shot)[] = ['perSecond', 'p50', 'p99', 'megabytes', 'cpu']

/** One load: a line for each subject, its figures with their ratios to the floor's. */
export function loadRows(load: Load, results: Results): Row[] {
  const { shots } = figuresOf(load.id, results)
  return results.subjects.map(({ id, title }) => {
    const failed = results.failed.find(failure => failure.id === id)
    if (failed) return { cells: [title], note: `failed: ${failed.reason}` }
    const cells = columns.map(column => cellOf(column, shots[id], id === 'floor' ? undefined : shots.floor))
    return { cells: [title, ...cells], verdicts: id === 'ours' ? verdictsOf(load, results) : [] }
  })
}

function figuresOf(id: string, { loads }: Results): LoadFigures {
  return loads.find(figures => figures.id === id) ?? { id, shots: {} }
}

function cellOf(column: keyof Shot, shots: Shot[] | undefined, floor: Shot[] | undefined): string {
  const values = valuesOf(column, shots)
  return withRatio(median(values), floor && pairedRatio(values, valuesOf(column, floor)))
}

function valuesOf(column: keyof Shot, shots: Shot[] = []): number[] {
  return shots.map(shot => shot[column] ?? Number.NaN)
}

function verdictsOf(load: Load, results: Results): Verdict[] {
  const ours = ratesOf(load.id, 'ours', results)
  return load.budgets.map(budget =>
    atLeast(budget.atLeast, `× ${nameOf(budget, results)}`, pairedRatio(ours, basesOf(budget, load, results))),
  )
}

function basesOf(budget: LoadBudget, load: Load, results: Results): number[] {
  return 'than' in budget ? ratesOf(load.id, budget.than, results) : ratesOf(budget.thanLoad, 'ours', results)
}

function ratesOf(load: string, subject: SubjectId, results: Results): number[] {
  return valuesOf('perSecond', figuresOf(load, results).shots[subject])
}

function nameOf(budget: LoadBudget, { subjects }: Results): string {
  if ('thanLoad' in budget) return `the requests/s of ${budget.thanLoad}`
  const { title } = subjects.find(({ id }) => id === budget.than) ?? { title: budget.than }
  return budget.than === 'floor' ? 'the floor' : title
}
