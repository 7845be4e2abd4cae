/**
 * Compiles a pattern of paths: `*` stands for any text within a segment, `**` for any number of segments. The time that
 * a match takes grows with the product of both lengths at most.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const wanted = pattern.split('/')
  return path => matchesFrom(wanted, path.split('/'))
}

/** Whether segments match, by the positions in the pattern that the segments so far can have led to. */
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

/** `**` may stand for no segment. */
function closure(wanted: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (wanted[place] === '**') places.add(place + 1)
  return places
}

/** The text between two stars is taken where it first occurs, which leaves the most for the rest. */
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
