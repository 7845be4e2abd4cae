import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { type Access, accessOf, checkInstrument, checkPlan } from '../access.ts'
import { Failure } from '../failure.ts'
import type { Key } from '../keys.ts'
import { formatTime, Moment } from '../market/time.ts'
import { Recent } from '../recent.ts'
import type { Answer, HeldRange } from './answer.ts'
import { type AskedRange, askedBounds } from './bounds.ts'
import type { Context, View } from './context.ts'
import { knownVersion, nameInPaths, resolveVersion, versionBit } from './dataset.ts'
import { checkCarried, echoWriter, envelopeTimes, inMilliseconds } from './echo.ts'
import type { Found, MarketFamily, Operation, Subject } from './operation.ts'
import { emptySource, type PageQuery, type Source } from './page.ts'
import { compileParameters, type Parameters, type RawParameters, readerOf } from './parameters.ts'
import { Code, ContinuationToken } from './schemas.ts'
import { badToken, originOf } from './token.ts'
import { checkPosition, type Stage, Walks } from './walks.ts'

const selectors = {
  commodity: Type.Optional(Code),
  data_version: Type.Optional(Code),
  continuation_token: Type.Optional(ContinuationToken),
}

export function marketParameters(operation: Operation): { path: TObject; query: TObject } {
  return {
    path: Type.Object({ ...versionInPath(operation.path), ...operation.subject?.parameters.properties }),
    query: Type.Object({ ...operation.query.properties, ...selectors }),
  }
}

function versionInPath(path: string): TProperties {
  return path.includes(':data_version') ? { data_version: Code } : {}
}

export interface Question {
  path: RawParameters
  query: RawParameters
  key: Key
  region: 'eu' | 'us'
  view: View
  url: string
}

interface Call {
  question: Question
  query: Parameters
  key: Key
  view: View
  access: Access
  now: number
  inPath: string
  path: Record<string, string>
  /** What the token is bound to: operation, path and key. */
  boundTo: string
}

interface ReadPath {
  inPath: string
  path: Record<string, string>
  name: string
}

/** More than `standard` has instruments. */
const mostPlaces = 1000

export class MarketOperation {
  readonly #context: Context
  readonly #family: MarketFamily
  readonly #operation: Operation
  readonly #source: Source
  readonly #find: ReturnType<Subject['prepare']> | undefined
  readonly #readPath: (wire: RawParameters) => Parameters
  readonly #places = new Recent<ReadPath>(mostPlaces)
  readonly #readQuery: ReturnType<typeof readerOf>
  readonly #walks: Walks
  readonly #echo: ReturnType<typeof echoWriter>
  readonly #orNow: readonly string[]

  constructor(context: Context, family: MarketFamily, operation: Operation) {
    const { store, wireName } = context
    this.#context = context
    this.#family = family
    this.#operation = operation
    this.#find = operation.subject?.prepare(store)
    this.#source = operation.page.prepare(store, operation.row, wireName)
    const { path, query } = marketParameters(operation)
    this.#readPath = compileParameters(path, 'standard', wireName, wireName)
    this.#readQuery = readerOf(query, wireName)
    this.#walks = new Walks(context, operation.query)
    this.#echo = echoWriter(family.echo, operation.query, operation.echo, wireName)
    const { properties } = operation.query
    this.#orNow = Object.keys(properties).filter(name => properties[name]!.orNow)
  }

  answer(question: Question): Answer {
    const call = this.#call(question)
    checkInstrument(call.key, call.path)
    const stage = this.#stage(call)
    const { source, query, echo } = this.#found(call, stage)
    checkPosition(source, query, stage.position)
    const outside = outsideOf(query)
    const access = `,"access":${outside ? accessWithin(call.access, outside) : call.access.json}}`
    const answer: Answer = {
      source,
      query,
      asker: `${call.key.key}\n${stage.version}${access}`,
      position: stage.position,
      page: stage.page,
      // Bound to its arguments, so that the walk does not keep the request in memory.
      origin: originOf.bind(null, call.boundTo, stage),
      size: (stage.parameters.page_size ?? Number.POSITIVE_INFINITY) as number,
      head: this.#head(call, stage, echo),
      last: null,
      tail: next => {
        answer.last = next === null
        const { boundTo, now } = call
        const further = next ? this.#walks.next(stage, next, { boundTo, now, url: question.url }) : ''
        return `],"result":"success"${further}${access}`
      },
    }
    if (outside) answer.outside = outside
    return answer
  }

  #call(question: Question): Call {
    const { key, view, region } = question
    checkPlan(key, nameInPaths(this.#family.dataset), region)
    const { inPath, path, name } = this.#placeOf(question.path)
    knownVersion(this.#family.dataset, inPath, view.latest)
    if (view.validation !== 'lenient') this.#operation.subject?.checkPath?.(path)
    const query = this.#readQuery(view.validation)(this.#withoutStars(question.query))
    const now = view.clock.now()
    const boundTo = `${name}\n${key.key}`
    return { question, query, key, view, access: accessOf(key, now), now, inPath, path, boundTo }
  }

  /** Clients ask the same paths again and again. */
  #placeOf(raw: RawParameters): ReadPath {
    const values = Object.values(raw)
    // No code holds a line break, so the number of values makes the key unique.
    return this.#places.of(`${values.length}\n${values.join('\n')}`, () => {
      const { data_version: inPath = 'latest', ...path } = this.#readPath(raw) as Record<string, string>
      return { inPath, path, name: [this.#operation.id, ...Object.values(path)].join('\n') }
    })
  }

  /** `*` means all, as in the echo; parameters with a default read it themselves. */
  #withoutStars(wire: RawParameters): RawParameters {
    const { echo } = this.#family
    const { properties } = this.#operation.query
    if (echo !== 'text' && echo !== 'dates') return wire
    const given = Object.entries(wire).filter(
      ([name, value]) => value !== '*' || properties[name]?.default !== undefined,
    )
    return Object.fromEntries(given)
  }

  #stage(call: Call): Stage {
    const { continuation_token, commodity, data_version, ...parameters } = call.query
    if (continuation_token !== undefined) return this.#resume(call, continuation_token as string)
    for (const name of this.#orNow) parameters[name] ??= Moment.at(call.now)
    const selected = { commodity, data_version } as { commodity?: string; data_version?: string }
    const version = resolveVersion(
      this.#family.dataset,
      call.inPath,
      selected,
      call.view.latest,
      this.#operation.echo.commodity,
    )
    const written = this.#walks.write(parameters)
    if (parameters.page_size !== undefined) checkCarried(written)
    return { version, until: call.view.horizon(), page: 1, parameters, written, position: null }
  }

  #resume(call: Call, token: string): Stage {
    resolveVersion(this.#family.dataset, call.inPath, {}, call.view.latest)
    const stage = this.#walks.resume(token, call.boundTo, call.view)
    if (!this.#family.dataset.versions.includes(stage.version)) throw badToken()
    if (call.inPath !== 'latest' && call.inPath !== stage.version)
      throw new Failure(
        'badToken',
        `continuation_token is for version ${stage.version}; use that version in the path, not ${call.inPath}`,
      )
    return { ...stage, until: Math.min(stage.until, call.view.horizon()) }
  }

  /** No rows for unknown codes with lenient validation. */
  #found(call: Call, stage: Stage): { source: Source; query: PageQuery; echo: Record<string, unknown> } {
    const asked = askedBounds(this.#operation.query, stage.parameters)
    const bounds = timeBounds(stage, asked, call.access, this.#context.start - this.#operation.reachesBack)
    const parameters = inMilliseconds(stage.parameters)
    const lenient = call.view.validation === 'lenient'
    const sort = parameters.sort as 'asc' | 'desc'
    try {
      const { entity, bindings, echo = {} } = this.#find?.(call.path, parameters, stage.until) ?? nothingFound
      const bound = { ...bindings, version: versionBit(stage.version) }
      return { source: this.#source, query: { ...bounds, parameters, lenient, sort, entity, bindings: bound }, echo }
    } catch (error) {
      const unknown = error instanceof Failure && error.kind === 'unknownCode'
      if (!unknown || !lenient) throw error
      const echo = this.#operation.subject?.echoOfUnknown?.(call.path, parameters) ?? {}
      return { source: emptySource, query: { ...bounds, parameters, lenient, sort, ...nothingFound }, echo }
    }
  }

  #head({ path, now }: Call, { version, parameters, written }: Stage, found: Record<string, unknown>): string {
    const { echo, dataset } = this.#family
    const time = formatTime(now)
    const query = this.#echo({ path, parameters, written, commodity: dataset.commodity, version, time, found })
    const { text, stamp, unit } = envelopeTimes[echo]
    return `{"query":${query},"${text}":"${time}","${stamp}":${Math.floor(now / unit)},"data":[`
  }
}

function outsideOf({ from, until, start, now }: PageQuery): HeldRange | undefined {
  if (until > start && from <= now) return undefined
  return { from: Number.isFinite(start) ? start : null, until: now }
}

/** The part of the store that the key may read; its own range if it may read none. */
function accessWithin({ ranges }: Access, held: HeldRange): string {
  const { start_timestamp, end_timestamp } = ranges.data_range
  const start = Math.max(start_timestamp ?? Number.NEGATIVE_INFINITY, held.from ?? Number.NEGATIVE_INFINITY)
  const end = Math.min(end_timestamp ?? Number.POSITIVE_INFINITY, held.until)
  if (start >= end) return JSON.stringify(ranges)
  // JSON writes infinite numbers as null.
  return JSON.stringify({ ...ranges, data_range: { start_timestamp: start, end_timestamp: end } })
}

const nothingFound: Found<undefined> = { entity: undefined, bindings: {} }

/** Requested, readable by the key, and known from `start` on. */
function timeBounds({ until }: Stage, asked: AskedRange, access: Access, start: number) {
  const opened = access.from
  const earliest = Math.max(start, opened)
  const horizon = Math.min(until, access.until)
  return {
    from: Math.max(earliest, asked.from ?? start),
    until: Math.min(horizon, asked.until ?? horizon),
    earliest,
    start,
    opened,
    horizon,
    now: until,
  }
}
