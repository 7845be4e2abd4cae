import { atMost, type Verdict } from './budget.ts'
import { plain, withRatio } from './format.ts'
import type { Results } from './results.ts'
import { median, pairedRatio } from './statistics.ts'
import type { Row } from './table.ts'

export const processHeadings = ['start, ms', 'idle, MB', 'under load, MB', 'of that files, MB']

/** How long each subject takes to start, and what it occupies. */
export function processRows(results: Results): Row[] {
  const { startFloor, starts, idle, loaded, files } = results.processes
  const memory = (megabytes: typeof idle, id: keyof typeof idle) =>
    withRatio(megabytes[id], id === 'floor' ? undefined : megabytes[id]! / megabytes.floor!)
  return [
    { cells: ['Node importing Fastify and better-sqlite3', plain(median(startFloor))] },
    ...results.subjects.map(({ id, title }) => {
      const taken = starts[id] ?? []
      const start = withRatio(median(taken), pairedRatio(taken, startFloor))
      const cells = [title, start, memory(idle, id), memory(loaded, id), plain(files[id])]
      return { cells, verdicts: id === 'ours' ? verdictsOf(results) : [] }
    }),
  ]
}

function verdictsOf({ processes }: Results): Verdict[] {
  const { startFloor, starts, idle, loaded } = processes
  const ours = starts.ours ?? []
  return [
    atMost(2, '× that', pairedRatio(ours, startFloor)),
    atMost(1, '× Prism', pairedRatio(ours, starts.prism ?? [])),
    atMost(1, '× Mockoon', pairedRatio(ours, starts.mockoon ?? [])),
    atMost(120, 'MB idle', idle.ours),
    atMost(200, 'MB under load', loaded.ours),
  ]
}
