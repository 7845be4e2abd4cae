/**
 * `*` matches any text within a segment, `**` any number of segments. The time grows with the product of the lengths.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const wanted = pattern.split('/')
  return path => matchesFrom(wanted, path.split('/'))
}

/** After a mismatch the latest `**` takes one more segment: what came before it is matched already. */
function matchesFrom(wanted: readonly string[], segments: readonly string[]): boolean {
  let [place, at] = [0, 0]
  let latest: { place: number; at: number } | undefined
  while (at < segments.length) {
    if (wanted[place] === '**') latest = { place: ++place, at }
    else if (place < wanted.length && matchesSegment(wanted[place]!, segments[at]!)) [place, at] = [place + 1, at + 1]
    else if (latest === undefined) return false
    else [place, at] = [latest.place, ++latest.at]
  }
  while (wanted[place] === '**') place++
  return place === wanted.length
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
