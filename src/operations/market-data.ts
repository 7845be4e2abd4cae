import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { Failure, type FailureKind, tryAgain } from '../base/failure.ts'
import { Recent } from '../market/made-once.ts'
import { formatTime, Moment } from '../market/time.ts'
import { type Access, accessOf, checkInstrument, checkPlan } from '../plans/access.ts'
import type { Key } from '../plans/keys.ts'
import { type Answer, sliceRecords } from './answer.ts'
import { type AskedRange, askedBounds } from './bounds.ts'
import type { Context, View } from './context.ts'
import { knownVersion, nameInPaths, resolveVersion, versionBit } from './dataset.ts'
import { checkCarried, echoWriter, envelopeOf, envelopeTime, inMilliseconds, windowEcho } from './echo.ts'
import { endedHint, timeHint } from './hints.ts'
import type { Found, MarketFamily, Operation } from './operation.ts'
import { refusing } from './paging/once-held.ts'
import { type AnyQuery, type AnySource, emptySource } from './paging/page.ts'
import { badToken, originOf } from './paging/token.ts'
import { checkPosition, type Stage, walksOf } from './paging/walks.ts'
import {
  compileParameters,
  labelIn,
  type Parameters,
  type RawParameters,
  readerOf,
  unknownParameter,
  type Validation,
} from './parameters.ts'
import { Code, ContinuationToken } from './schemas.ts'

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

/** Parameters that choose times; a list without any of them is as of now. */
const timeNames = ['start_time', 'end_time', 'value_time', 'datetime']

/** More than `standard` has instruments. */
const mostPlaces = 1000

export function marketOperation(context: Context, family: MarketFamily, operation: Operation) {
  const { store, wireName } = context
  const { dataset } = family
  const find = operation.subject?.prepare(store, context.start)
  const source = refusing(operation.page.prepare(store, operation.row, wireName), store)
  const { path, query } = marketParameters(operation)
  const readPath = compileParameters(path, 'standard', wireName, wireName)
  const readQuery = readerOf(query, wireName)
  const unknownIn = unknownParameter(query, wireName)
  const walks = walksOf(context, operation.query)
  const envelope = envelopeOf(operation, family.echo)
  const writeEcho = echoWriter(family.echo, operation, wireName)
  const { properties } = operation.query
  const orNow = Object.keys(properties).filter(name => properties[name]!.orNow)
  const isTimed = timeNames.some(name => name in properties)
  const places = new Recent<ReadPath>(mostPlaces)

  function answer(question: Question): Answer {
    const call = callOf(question)
    checkInstrument(call.key, call.path)
    const stage = stageOf(call)
    if (operation.subject?.namesInstrument) checkInstrument(call.key, stage.parameters)
    const { source, query, echo, missing, ended } = foundBy(call, stage)
    checkPosition(source, query, stage.position)
    const isOutside = query.until <= query.start || query.from > query.now
    const ranges = isOutside ? rangesWithin(call.access, query) : call.access.ranges
    const access = isOutside ? JSON.stringify(ranges) : call.access.json
    const asked = (stage.parameters.page_size ?? stage.parameters.limit ?? Number.POSITIVE_INFINITY) as number
    const size = Math.min(asked, source.most?.(query) ?? asked)
    const window = operation.windowed ? source.window?.(query, stage.position, size) : undefined
    const hint = missing ?? (isTimed ? timeHint(query, ranges.data_range, isOutside) : undefined)
    const answer: Answer = {
      source,
      query,
      // Of times without data, the response names a range that may end now, as `time` does.
      asker: `${call.key.key}\n${stage.version}${call.access.json}`,
      position: stage.position,
      page: stage.page,
      // Bound to its arguments, so that the walk does not keep the request in memory.
      origin: originOf.bind(null, call.boundTo, stage),
      size,
      sliceSize: sliceRecords.usual,
      head: headOf(call, stage, { ...echo, ...(window && windowEcho(window)) }),
      last: null,
      whyEmpty: () => endedHint(query, ended),
      tail: (next, _count, beside = '') => {
        answer.last = next === null || stage.parameters.page_size === undefined
        const { boundTo, now } = call
        const further =
          next && stage.parameters.page_size !== undefined
            ? walks.next(stage, next, { boundTo, now, url: question.url })
            : ''
        return `${operation.keyed ? '}' : ']'}${beside},"result":"success"${further},"access":${access}}`
      },
    }
    const ignored = unknownIn(question.query)
    if (hint !== undefined) answer.hint = hint
    else if (ignored !== undefined) answer.ignored = ignored
    return answer
  }

  function callOf(question: Question): Call {
    const { key, view, region } = question
    checkPlan(key, nameInPaths(dataset), region)
    const { inPath, path, name } = placeOf(question.path)
    knownVersion(dataset, inPath, view.latest)
    if (view.validation !== 'lenient') operation.subject?.checkPath?.(path)
    const query = readQuery(view.validation)(withoutStars(question.query))
    const now = view.clock.now()
    const boundTo = `${name}\n${key.key}`
    return { question, query, key, view, access: accessOf(key, now), now, inPath, path, boundTo }
  }

  /** Clients ask the same paths again and again. */
  function placeOf(raw: RawParameters): ReadPath {
    const values = Object.values(raw)
    // No code holds a line break, so the number of values makes the key unique.
    return places.of(`${values.length}\n${values.join('\n')}`, () => {
      const { data_version: inPath = 'latest', ...path } = readPath(raw) as Record<string, string>
      return { inPath, path, name: [operation.id, ...Object.values(path)].join('\n') }
    })
  }

  /** `*` means all, as in the echo; parameters with a default read it themselves. */
  function withoutStars(wire: RawParameters): RawParameters {
    const { echo } = family
    if (echo !== 'text' && echo !== 'dates') return wire
    const given = Object.entries(wire).filter(
      ([name, value]) => value !== '*' || properties[name]?.default !== undefined,
    )
    return Object.fromEntries(given)
  }

  function stageOf(call: Call): Stage {
    const { continuation_token, commodity, data_version, ...parameters } = call.query
    if (continuation_token !== undefined) return resume(call, continuation_token as string)
    for (const name of orNow) parameters[name] ??= Moment.at(call.now)
    const selected = { commodity, data_version } as { commodity?: string; data_version?: string }
    const version = resolveVersion(dataset, call.inPath, selected, call.view.latest, operation.echo.commodity)
    const written = walks.write(parameters)
    if (parameters.page_size !== undefined)
      checkCarried(written, labelIn(call.question.query, operation.query, wireName))
    return { version, until: call.view.horizon(), page: 1, parameters, written, position: null }
  }

  function resume(call: Call, token: string): Stage {
    resolveVersion(dataset, call.inPath, {}, call.view.latest)
    const stage = walks.resume(token, call.boundTo, call.view)
    if (!dataset.versions.includes(stage.version)) throw badToken()
    if (call.inPath !== 'latest' && call.inPath !== stage.version)
      throw new Failure(
        'badToken',
        `continuation_token is for version ${stage.version}; use that version in the path, not ${call.inPath}`,
      )
    const horizon = call.view.horizon()
    // Another server began the walk, and its store is ahead. Without the rest, the walk would end early.
    if (stage.until > horizon && stage.until <= call.now)
      throw tryAgain(`the data here end at ${formatTime(horizon)}, before those of the walk`, 5)
    return { ...stage, until: Math.min(stage.until, horizon) }
  }

  /** No rows for pairs without an instrument, and with lenient validation for unknown codes. */
  function foundBy(call: Call, stage: Stage): FoundPage {
    const asked = askedBounds(operation.query, stage.parameters)
    const start = context.start - operation.reachesBack
    const bounds = timeBounds(stage, asked, call.access, start)
    const asOf = { ...bounds, clock: call.now, frozen: call.view.clock.frozen, url: call.question.url }
    const parameters = inMilliseconds(stage.parameters)
    const plan = call.key.instruments
    const lenient = call.view.validation === 'lenient'
    const sort = parameters.sort as 'asc' | 'desc'
    try {
      const {
        entity,
        bindings,
        echo = {},
        begins,
        missing,
        ended,
      } = find?.(call.path, parameters, stage.until) ?? nothingFound
      const bound = { ...bindings, version: versionBit(stage.version) }
      const isEndless = store.coverage.endless && !operation.storeOnly
      const since = isEndless && begins !== undefined && timeBounds(stage, asked, call.access, begins)
      return {
        source,
        query: { ...asOf, ...since, parameters, lenient, sort, plan, entity, bindings: bound },
        echo,
        ...(missing !== undefined && { missing }),
        ...(ended !== undefined && { ended }),
      }
    } catch (error) {
      if (!(error instanceof Failure) || !isEmpty(error.kind, call.view.validation)) throw error
      const echo = operation.subject?.echoOfUnknown?.(call.path, parameters) ?? {}
      const query = { ...asOf, parameters, lenient, sort, ...nothingFound }
      return { source: emptySource, query, echo, missing: error.message }
    }
  }

  function headOf(
    { path, now }: Call,
    { version, parameters, written }: Stage,
    found: Record<string, unknown>,
  ): string {
    const { text, stamp, unit, decimals } = envelope
    const time = envelopeTime(now, decimals)
    const query = writeEcho({ path, parameters, written, commodity: dataset.commodity, version, time, found })
    return `{"query":${query},"${text}":"${time}","${stamp}":${Math.floor(now / unit)},"data":${operation.keyed ? '{' : '['}`
  }

  return { answer }
}

interface FoundPage {
  source: AnySource
  query: AnyQuery
  echo: Record<string, unknown>
  /** Why there is no entity, or no data of it. */
  missing?: string
  /** Time of the last trade, if there will be no other. */
  ended?: number
}

/** Whether a question about it has no data, and is no error. */
function isEmpty(kind: FailureKind, validation: Validation): boolean {
  if (kind === 'noInstrument') return validation !== 'strict'
  return kind === 'unknownCode' && validation === 'lenient'
}

/** The part of the store that the key may read; its own range if it may read none. */
function rangesWithin({ ranges }: Access, { start: held, now }: AnyQuery): Access['ranges'] {
  const { start_timestamp, end_timestamp } = ranges.data_range
  const start = Math.max(start_timestamp ?? Number.NEGATIVE_INFINITY, held)
  const end = Math.min(end_timestamp ?? Number.POSITIVE_INFINITY, now)
  if (start >= end) return ranges
  // JSON writes infinite numbers as null.
  return { ...ranges, data_range: { start_timestamp: start, end_timestamp: end } }
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
