import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure, listed, shown } from '../base/failure.ts'
import { nearest } from '../base/nearest.ts'
import { lazy } from '../market/made-once.ts'
import { isControlPath } from './control/control-routes.ts'
import { accepts, misfits, segmentsOf } from './path-segments.ts'

export const allowedMethods = 'GET, HEAD, OPTIONS'

/** Characters of a path in a message. */
const shownPath = 200
/** More than any route has. */
const mostSegments = 16
/** Longest list of what a segment can be. */
const mostOptions = 6

const fxRates = '_fx_rates'
const apiVersions = ['v3', 'v2', 'v1']

/** Names that other servers use. */
const synonyms = new Map([
  ['health', 'ready'],
  ['healthz', 'ready'],
  ['status', 'ready'],
  ['swagger', 'docs'],
  ['openapi', 'openapi.json'],
])

export type KnownPaths = ReturnType<typeof knownPaths>

/** Distinguishes unknown paths from wrong methods. */
export function knownPaths(app: FastifyInstance) {
  const urls = new Set<string>()
  app.addHook('onRoute', route => void urls.add(route.url))
  /**
   * For wrong requests. Fastify's `findRoute` looks up a route by its pattern, not by a path, and its router reports neither how far
   * a path matches nor which routes differ in one segment.
   */
  const routes = lazy(() => {
    const offered = [...urls].filter(url => url !== '/' && !url.includes('*') && !isControlPath(url))
    return offered.map(url => url.split('/').slice(1))
  })

  function knows(path: string): boolean {
    const segments = segmentsOf(path.replace(/\/$/, ''))
    if (segments[0] === 'sandbox') return urls.has('/sandbox')
    return segments.join('') === '' || routes().some(route => misfits(route, segments) === 0)
  }

  function hint(path: string): string {
    const segments = path.replace(/\/$/, '').split('/', mostSegments).slice(1)
    const ofDataset = routes().filter(route => isOfDataset(route, segments))
    const { at, options } = wrongSegment(ofDataset.length > 0 ? ofDataset : routes(), segments)
    if (options.length === 0) return `: nothing follows ${shown(segments[at - 1]!)}`
    const segment = segments[at] ?? ''
    if (segment === '' && at < segments.length - 1) return ': it has two slashes in a row'
    const rates = options.find(option => option.endsWith(fxRates))
    if (rates !== undefined && segment.endsWith(fxRates))
      return `: did you mean ${rates}, not ${shown(segment)}? SANDBOX_FX_PROVIDER sets this name`
    const not = at < segments.length ? `, not ${shown(segment)}` : ''
    const where = at === 0 ? 'the first segment' : `the segment after ${shown(segments[at - 1]!)}`
    const pair = at > 0 && options[0] === ':quote' ? segments[at - 1]!.split('-') : []
    if (pair.length === 2) return `: write ${pair.join('/')} in place of ${shown(segments[at - 1]!)}`
    const joined = pairBefore(segments, at)
    if (joined !== null && knows(joined.path)) return `: write ${joined.code} in place of ${shown(joined.written)}`
    if (options.length <= mostOptions) {
      const named = options.map(option => option.replace(/^:/, 'a value of '))
      return `: ${where} must be ${listed(named, 'or')}${not}`
    }
    const rest = path.slice(segment.length + 1)
    if (at === 0 && rest.length > 1 && knows(rest)) return `: ${where} must be a region (eu or us) or be left out${not}`
    const versions = at === 0 ? apiVersions.filter(version => knows(`/${version}${path}`)) : []
    if (versions.length > 0) return `: ${where} must be ${listed(versions, 'or')}${not}`
    const near = nearestSegment(segment, options)
    if (near !== undefined) return `: did you mean ${near}${not}?`
    return ofDataset.length > 0
      ? `: ${where} must be ${listed(options, 'or')}${not}`
      : '; /openapi.json lists the paths'
  }

  function failureFor({ url, raw }: FastifyRequest): Failure {
    const path = url.split('?', 1)[0]!
    return new Failure('notFound', `unknown path ${shown(raw.record.basePath + path, shownPath)}${hint(path)}`)
  }

  /** Runs before a body is read; no operation accepts one. */
  function checkMethod(request: FastifyRequest): void {
    const { method, url } = request
    if (method === 'GET' || method === 'HEAD') return
    if (!knows(url.split('?', 1)[0]!)) throw failureFor(request)
    if (method === 'OPTIONS') return
    throw new Failure('methodNotAllowed', `${method} is not allowed here; use GET or HEAD`, {
      allow: allowedMethods,
    })
  }

  return { checkMethod, failureFor }
}

/** A pair in two segments, such as `BTC/USD`, the path with it in one, and its code. */
function pairBefore(segments: string[], at: number): { written: string; code: string; path: string } | null {
  const [base, quote] = [segments[at - 1], segments[at]]
  if (base === undefined || quote === undefined || `${base}${quote}`.includes('-')) return null
  const code = `${base}-${quote}`
  return { written: `${base}/${quote}`, code, path: `/${segments.toSpliced(at - 1, 2, code).join('/')}` }
}

/** Whether a path names the dataset of a route: other datasets would be no help. */
function isOfDataset(route: string[], segments: string[]): boolean {
  return route.some((part, n) => part.includes('.:') && segments[n] !== undefined && accepts(part, segments[n]))
}

/** What the routes that match furthest have at the segment that none of them accepts. */
function wrongSegment(routes: string[][], segments: string[]): { at: number; options: string[] } {
  let [at, left] = [0, routes]
  for (; at < segments.length; at++) {
    const further = left.filter(route => accepts(route[at], segments[at]!))
    if (further.length === 0) break
    left = further
  }
  // An earlier segment is the wrong one if another word there gives a path, such as v3 before bars.
  const others = routes.filter(
    route => at < segments.length && route[at] === segments[at] && misfits(route, segments) === 1,
  )
  if (others.length > 0) {
    left = others
    at = others[0]!.findIndex((part, n) => !accepts(part, segments[n]!))
  }
  return { at, options: [...new Set(left.flatMap(route => route[at] ?? []))] }
}

function nearestSegment(segment: string, options: string[]): string | undefined {
  const [, version] = /\.(.*)/.exec(segment) ?? []
  const names = options.map(option => option.replace(':data_version', () => version?.toLowerCase() ?? ''))
  const near = synonyms.get(segment) ?? nearest(segment, names)
  return near?.endsWith('.') ? `${near}latest` : near
}
