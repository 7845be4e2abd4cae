export function sum<T>(things: readonly T[], of: (thing: T) => number): number {
  let total = 0
  for (const thing of things) total += of(thing)
  return total
}

/** Groups items by a code; the order of groups is unspecified. */
export function grouped<T>(things: readonly T[], code: (thing: T) => string): [code: string, things: T[]][] {
  return [...Map.groupBy(things, code)]
}

/** Sorts descending; ties by code, so the order is stable. */
export function ranked<T>(things: T[], size: (thing: T) => number, code: (thing: T) => string): T[] {
  return things.sort((a, b) => size(b) - size(a) || (code(a) < code(b) ? -1 : 1))
}
