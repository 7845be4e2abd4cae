/**
 * `*` matches any text within a segment, `**` any number of segments. The time grows with the product of the lengths.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const wanted = pattern.split('/')
  return path => matchesFrom(wanted, path.split('/'))
}

/** Matches segments one by one; `places` holds every pattern position that the segments so far can reach. */
function matchesFrom(wanted: readonly string[], segments: readonly string[]): boolean {
  let places = closure(wanted, new Set([0]))
  for (const segment of segments) {
    const next = new Set<number>()
    for (const place of places) {
      if (wanted[place] === '**') next.add(place)
      else if (place < wanted.length && matchesSegment(wanted[place]!, segment)) next.add(place + 1)
    }
    places = closure(wanted, next)
  }
  return places.has(wanted.length)
}

/** Adds positions behind each `**`, which may match no segment. */
function closure(wanted: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (wanted[place] === '**') places.add(place + 1)
  return places
}

/** Matches the text between two stars at its first occurrence, which leaves the most text for the rest. */
function matchesSegment(pattern: string, segment: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === segment
  const last = rest.pop()!
  if (!segment.startsWith(first)) return false
  let end = first.length
  for (const part of rest) {
    const found = segment.indexOf(part, end)
    if (found < 0) return false
    end = found + part.length
  }
  return segment.length - last.length >= end && segment.endsWith(last)
}
