/** Severity for a client that works with the sandbox: it breaks, may break, or is unaffected upstream. */
type Severity = 'critical' | 'warning' | 'info'

export interface Drift {
  severity: Severity
  /** The differing part: `field data[].price`. */
  part: string
  sandbox: string
  upstream: string
}

export interface SideAnswer {
  status: number
  headers: Headers
  /** Undefined if the body is not JSON. */
  body: unknown
}

const comparedHeaders = ['cache-control', 'content-type', 'etag', 'retry-after', 'x-ratelimit-limit']

/** Differences between two responses to one question, ignoring values, which come from different markets, and paging. */
export function compareAnswers(sandbox: SideAnswer, upstream: SideAnswer): Drift[] {
  if (sandbox.status !== upstream.status)
    return [drift('critical', 'status', String(sandbox.status), String(upstream.status))]
  return [
    ...compareHeaders(sandbox, upstream),
    ...compareShapes(shapeOf(sandbox.body), shapeOf(upstream.body)),
    ...compareOrders(sandbox.body, upstream.body),
    ...wrongIdentities(upstream.body),
  ]
}

export function drift(severity: Severity, part: string, sandbox: string, upstream: string): Drift {
  return { severity, part, sandbox, upstream }
}

function compareHeaders(sandbox: SideAnswer, upstream: SideAnswer): Drift[] {
  const [own, other] = [mediaType(sandbox), mediaType(upstream)]
  const types = own === other ? [] : [drift('critical', 'header content-type', own, other)]
  const missing = comparedHeaders.filter(name => sandbox.headers.has(name) !== upstream.headers.has(name))
  const presence = ({ headers }: SideAnswer, name: string) => (headers.has(name) ? 'present' : 'absent')
  return [
    ...types,
    ...missing.map(name => drift('info', `header ${name}`, presence(sandbox, name), presence(upstream, name))),
  ]
}

function mediaType({ headers }: SideAnswer): string {
  return headers.get('content-type')?.split(';')[0] ?? 'absent'
}

/** Types at each path of a document; all records of a list share a path. */
type PathTypes = Map<string, Set<string>>

function shapeOf(value: unknown, path = '', shape: PathTypes = new Map()): PathTypes {
  const types = shape.get(path) ?? new Set()
  shape.set(path, types.add(typeOf(value)))
  if (Array.isArray(value)) for (const item of value) shapeOf(item, `${path}[]`, shape)
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) shapeOf(part, path === '' ? name : `${path}.${name}`, shape)
  return shape
}

/** Decimal text counts as a type of its own, because clients parse it. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return 'number as text'
  return typeof value
}

/** Members of a response that lead to its next page: pages end at different records in different markets. */
export const pagingFields: readonly string[] = ['next_url', 'continuation_token']

function compareShapes(sandbox: PathTypes, upstream: PathTypes): Drift[] {
  const paths = [...new Set([...sandbox.keys(), ...upstream.keys()])].filter(path => !pagingFields.includes(path))
  return paths.flatMap(path => compareTypes(path, sandbox, upstream))
}

function compareTypes(path: string, sandbox: PathTypes, upstream: PathTypes): Drift[] {
  const [own, other] = [sandbox.get(path), upstream.get(path)]
  const part = `field ${path || '(all)'}`
  const parent = path.replace(/(\[\]|\.?[^.[\]]+)$/, '')
  // A missing parent is reported once, without its children; an empty list has no records to compare.
  if (own === undefined || other === undefined) {
    if (!(own === undefined ? sandbox : upstream).has(parent) || path.endsWith('[]')) return []
    return [drift(own === undefined ? 'warning' : 'critical', part, typesIn(own), typesIn(other))]
  }
  const [ownTypes, otherTypes] = [withoutNull(own), withoutNull(other)]
  if (ownTypes !== otherTypes && ownTypes !== '' && otherTypes !== '')
    return [drift('critical', part, typesIn(own), typesIn(other))]
  if (own.has('null') === other.has('null')) return []
  return [drift('warning', `nullability of ${part}`, typesIn(own), typesIn(other))]
}

function typesIn(types: Set<string> | undefined): string {
  return types === undefined ? 'absent' : [...types].sort().join(' or ')
}

function withoutNull(types: Set<string>): string {
  return [...types]
    .filter(type => type !== 'null')
    .sort()
    .join(' or ')
}

export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}

export function recordsOf(body: unknown): Record<string, unknown>[] {
  const data = fieldOf(body, 'data')
  return Array.isArray(data) ? data.filter(one => typeof one === 'object' && one !== null) : []
}

function compareOrders(sandbox: unknown, upstream: unknown): Drift[] {
  const [own, other] = [orderOf(recordsOf(sandbox)), orderOf(recordsOf(upstream))]
  return own === other || own === 'unknown' || other === 'unknown'
    ? []
    : [drift('critical', 'order of records', own, other)]
}

/** Order by time; unknown for fewer than two different times. */
export function orderOf(records: Record<string, unknown>[]): string {
  const times = records.map(({ timestamp }) => Number(timestamp))
  if (times.some(Number.isNaN) || new Set(times).size < 2) return 'unknown'
  const holds = (right: (before: number, after: number) => boolean) =>
    times.slice(1).every((time, n) => right(times[n]!, time))
  if (holds((before, after) => before <= after)) return 'ascending'
  return holds((before, after) => before >= after) ? 'descending' : 'none'
}

/** Violated laws of any market, such as a bar's low being its least price. */
function wrongIdentities(upstream: unknown): Drift[] {
  const broken = recordsOf(upstream).some(({ open, high, low, close }) => {
    if ([open, high, low, close].some(price => price === null || price === undefined)) return false
    const [o, h, l, c] = [open, high, low, close].map(Number) as [number, number, number, number]
    return l > Math.min(o, c) || h < Math.max(o, c)
  })
  return broken ? [drift('warning', 'identity: low <= open, close <= high', 'holds', 'does not hold')] : []
}
