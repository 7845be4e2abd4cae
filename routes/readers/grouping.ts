export function sum<T>(things: readonly T[], of: (thing: T) => number): number {
  let total = 0
  for (const thing of things) total += of(thing)
  return total
}

/** Times in order, in runs of times that are at most so far apart. */
export function runsOf(times: readonly number[], apart: number): number[][] {
  const runs: number[][] = []
  for (const time of times) {
    const run = runs.at(-1)
    if (run && time - run.at(-1)! <= apart) run.push(time)
    else runs.push([time])
  }
  return runs
}

/** Groups items by a code; the order of groups is unspecified. */
export function grouped<T>(things: readonly T[], code: (thing: T) => string): [code: string, things: T[]][] {
  return [...Map.groupBy(things, code)]
}

/** Sorts descending; ties by code, so the order is stable. */
export function ranked<T>(things: T[], size: (thing: T) => number, code: (thing: T) => string): T[] {
  return things.sort((a, b) => size(b) - size(a) || (code(a) < code(b) ? -1 : 1))
}
