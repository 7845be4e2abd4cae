import { atMost } from './budget.ts'
import type { Depth } from './depth.ts'
import { plain, withRatio } from './format.ts'
import type { Results } from './results.ts'
import { median, pairedRatio } from './statistics.ts'
import type { Row } from './table.ts'

export const barsHeadings = [
  'first byte, ms',
  'last byte, ms',
  'memory above idle (files), MB',
  "others' p99 without, ms",
  "others' p99 during, ms",
]

/** One very large page: what it costs, and what others notice of it. */
export function barsRows({ bars }: Results): Row[] {
  const during = pairedRatio(bars.p99During, bars.p99Without)
  const cells = [
    `this server, ${plain(bars.records)} bars of 1 minute`,
    ...[
      plain(median(bars.firstByte)),
      plain(median(bars.lastByte)),
      `${plain(bars.memoryAboveIdle)} (${plain(bars.filesAboveIdle)})`,
    ],
    ...[plain(median(bars.p99Without)), withRatio(median(bars.p99During), during)],
  ]
  const verdicts = [
    atMost(50, 'ms to the first byte', median(bars.firstByte)),
    atMost(50, 'MB above idle', bars.memoryAboveIdle),
    atMost(3, "× others' p99 without", during),
  ]
  return [{ cells, verdicts }]
}

export const depthHeadings = ['requests/s']

/** What must cost the same however far into a walk, and among however many rows. */
export function depthRows({ depth }: Results): Row[] {
  if (!depth)
    return [{ cells: ['this server'], note: 'not measured: `npm run bench -- --large` builds the store for it' }]
  const [first, deep, small] = [ratesOf(depth, 'first'), ratesOf(depth, 'deep'), ratesOf(depth, 'small')]
  return [
    { cells: [`${depth.instrument}, first page, among ${plain(depth.smallRows)} trades`, plain(median(small))] },
    line(`the same among ${plain(depth.rows)}`, first, small),
    line(`page ${plain(depth.deepPage)} of the walk that it begins`, deep, first),
  ]
}

function ratesOf({ rounds }: Depth, which: 'first' | 'deep' | 'small'): number[] {
  return rounds.map(rates => rates[which])
}

function line(name: string, rates: number[], bases: number[]): Row {
  const cost = pairedRatio(bases, rates)
  return {
    cells: [name, withRatio(median(rates), 1 / cost)],
    verdicts: [atMost(1.2, '× the time of the line above', cost)],
  }
}
