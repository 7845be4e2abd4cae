/** The segments of a path that the framework's router has decoded once already, so it is well formed. */
export function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1)
  return path.includes('%') ? segments.map(decodeURIComponent) : segments
}

/** Number of segments that a route does not accept. */
export function misfits(route: string[], segments: string[]): number {
  if (route.length !== segments.length) return route.length
  return route.filter((part, n) => !accepts(part, segments[n]!)).length
}

/** A parameter accepts any text, also after a name: `trades.:data_version`. */
export function accepts(part: string | undefined, segment: string): boolean {
  const colon = part?.indexOf(':') ?? -1
  return colon < 0 ? part === segment : segment.length > colon && segment.startsWith(part!.slice(0, colon))
}
