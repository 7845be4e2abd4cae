import { atLeast, atMost, type Verdict } from './budget.ts'
import { plain } from './format.ts'
import type { Results } from './results.ts'
import type { Seeding } from './seeding.ts'
import { median } from './statistics.ts'
import type { Row } from './table.ts'

export const seedingHeadings = ['seconds to the first 200', 'trades', 'trades/s', 'store, MB', 'memory then, MB']

/** How long it takes to build a store, and what comes of it. */
export function seedingRows({ seeding }: Results): Row[] {
  return seeding.map(built => {
    const seconds = median(built.seconds)
    const figures = [seconds, built.trades, built.trades / seconds, built.size, built.memory]
    return { cells: [built.profile, ...figures.map(plain)], verdicts: verdictsOf(built, seconds) }
  })
}

function verdictsOf({ profile, trades, size }: Seeding, seconds: number): Verdict[] {
  if (profile === 'tiny') return [atMost(1, 's', seconds)]
  const rate = atLeast(500_000, 'trades/s', trades / seconds)
  return profile === 'large' ? [rate] : [rate, atMost(10, 's', seconds), atMost(300, 'MB', size)]
}
