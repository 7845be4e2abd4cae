import type { Answers, Counted } from '../traffic.ts'

export function sumOf(all: readonly Counted[]): Counted {
  const sum: Counted = { answers: new Map(), refusals: new Map(), pages: { hits: 0, bytes: 0 } }
  for (const { answers, refusals, pages } of all) {
    for (const [name, one] of answers) sum.answers.set(name, addedTo(sum.answers.get(name), one))
    addCounts(sum.refusals, refusals)
    sum.pages.hits += pages.hits
    sum.pages.bytes += pages.bytes
  }
  return sum
}

function addedTo(sum: Answers | undefined, one: Answers): Answers {
  if (sum === undefined) return structuredClone(one)
  addCounts(sum.statuses, one.statuses)
  const buckets = sum.buckets.map((count, n) => count + one.buckets[n]!)
  return { ...sum, buckets, milliseconds: sum.milliseconds + one.milliseconds, rows: sum.rows + one.rows }
}

function addCounts<Name>(sum: Map<Name, number>, counts: Map<Name, number>): void {
  for (const [name, count] of counts) sum.set(name, (sum.get(name) ?? 0) + count)
}
