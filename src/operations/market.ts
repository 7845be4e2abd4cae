import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../failure.ts'
import { checkInstrument, type Key, type TimeRange } from '../keys.ts'
import { formatTime, Moment } from '../time.ts'
import { type Asked, askedBounds } from './bounds.ts'
import { resolveVersion, versionBit } from './dataset.ts'
import { checkCarried, echoOf, envelopeTimes, inMilliseconds, parameterWriter, withoutDefaults } from './echo.ts'
import { Code, ContinuationToken } from './nouns.ts'
import type { MarketFamily, Operation, Subject } from './operation.ts'
import { emptySource, type PageQuery, type Source } from './page.ts'
import { compileParameters, type Parameters } from './parameters.ts'
import { clientUrl, type Sandbox } from './sandbox.ts'
import { type PageToSend, sendPage } from './send.ts'
import type { Position } from './token.ts'

/** What every market-data operation accepts beside its own parameters. */
const selectors = {
  commodity: Type.Optional(Code),
  data_version: Type.Optional(Code),
  continuation_token: Type.Optional(ContinuationToken),
}

/** The parameters in the path and in the query of a market-data operation. */
export function marketParameters(operation: Operation): { path: TObject; query: TObject } {
  return {
    path: Type.Object({ ...versionInPath(operation.path), ...operation.subject?.parameters.properties }),
    query: Type.Object({ ...operation.query.properties, ...selectors }),
  }
}

/** Most paths name the dataset's version. */
function versionInPath(path: string): TProperties {
  return path.includes(':data_version') ? { data_version: Code } : {}
}

/** What a page is asked with: its parameters are read. */
export interface Question {
  path: Record<string, string>
  query: Parameters
  key: Key
  /** The URL it is asked under, without a query: the next page is under the same. */
  url(): string
}

/** One question, as far as it does not depend on where in a walk it stands. */
interface Call {
  question: Question
  key: Key
  now: number
  inPath: string
  path: Record<string, string>
  /** What a token of this call is bound to: a token of another operation, path or key does not open. */
  boundTo: string
}

/** A walk at the page to send; a null position is its beginning. */
interface Stage {
  /** Dataset version of the first page, and its horizon. */
  version: string
  until: number
  /** Where what the key may read began at the first page, if that moves with the clock: pages keep their edges. */
  opened?: number
  parameters: Parameters
  position: Position | null
}

/** Serves one market-data operation: finds what the path names, begins or resumes a walk, sends its page. */
export class MarketOperation {
  readonly #sandbox: Sandbox
  readonly #family: MarketFamily
  readonly #operation: Operation
  readonly #source: Source
  readonly #find: ReturnType<Subject['prepare']> | undefined
  readonly #read: (written: Record<string, string>) => Parameters
  readonly #write: (parameters: Parameters) => Record<string, string>

  constructor(sandbox: Sandbox, family: MarketFamily, operation: Operation) {
    this.#sandbox = sandbox
    this.#family = family
    this.#operation = operation
    this.#find = operation.subject?.prepare(sandbox.store)
    this.#source = operation.page.prepare(sandbox.store, operation.row, sandbox.wireName)
    this.#read = compileParameters(operation.query, 'standard')
    this.#write = parameterWriter(operation.query)
  }

  handle(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { params, query } = request as { params: Record<string, string>; query: Parameters }
    return sendPage(
      reply,
      this.#sandbox.caches,
      this.page({ path: params, query, key: request.key!, url: () => clientUrl(request) }),
    )
  }

  page(question: Question): PageToSend {
    const call = this.#call(question)
    checkInstrument(call.key, call.path)
    const stage = this.#stage(call)
    const ranges = this.#sandbox.keys.ranges(call.key)
    const access = `,"access":${JSON.stringify(ranges)}}`
    return {
      ...this.#found(call, stage, Object.values(ranges)),
      asker: `${call.key.key}\n${stage.version}${access}`,
      position: stage.position,
      size: (stage.parameters.page_size ?? Number.POSITIVE_INFINITY) as number,
      head: this.#head(call, stage),
      tail: next => `],"result":"success"${next ? this.#nextPage(call, stage, next) : ''}${access}`,
    }
  }

  #call(question: Question): Call {
    const { data_version: inPath = 'latest', ...path } = question.path
    const { key } = question
    const boundTo = [this.#operation.id, ...Object.values(path), key.key].join('\n')
    return { question, key, now: this.#sandbox.clock.now(), inPath, path, boundTo }
  }

  #stage(call: Call): Stage {
    const { continuation_token, commodity, data_version, ...given } = call.question.query
    if (continuation_token !== undefined) return this.#resume(call, continuation_token as string)
    const parameters = { ...timesOfNow(this.#operation.query, call.now), ...given }
    const selected = { commodity, data_version } as { commodity?: string; data_version?: string }
    const version = resolveVersion(this.#family.dataset, call.inPath, selected, this.#sandbox.latest)
    if (parameters.page_size !== undefined) checkCarried(this.#write(parameters))
    const opened = movingStart(call.key, Object.values(this.#sandbox.keys.ranges(call.key)))
    return { version, until: this.#sandbox.horizon(), ...opened, parameters, position: null }
  }

  #resume(call: Call, token: string): Stage {
    resolveVersion(this.#family.dataset, call.inPath, {}, this.#sandbox.latest)
    const walk = this.#sandbox.tokens.open(token, call.boundTo)
    if (call.inPath !== 'latest' && call.inPath !== walk.version)
      throw new Failure('badToken', `continuation_token belongs to ${walk.version}, but the path says ${call.inPath}`)
    return { ...walk, parameters: this.#read(walk.parameters) }
  }

  /** Rows to send; where codes are unknown and validation is lenient, none. */
  #found(call: Call, stage: Stage, ranges: TimeRange[]): { source: Source; query: PageQuery } {
    const asked = askedBounds(this.#operation.query, stage.parameters)
    const bounds = timeBounds(stage, asked, ranges, this.#sandbox.start - this.#operation.reachesBack)
    const parameters = inMilliseconds(stage.parameters)
    const query = { ...bounds, parameters, sort: parameters.sort as 'asc' | 'desc' }
    try {
      const { entity, bindings } = this.#find?.(call.path, parameters) ?? { entity: undefined, bindings: {} }
      const version = versionBit(stage.version)
      return { source: this.#source, query: { ...query, entity, bindings: { ...bindings, version } } }
    } catch (error) {
      const unknown = error instanceof Failure && error.kind === 'unknownCode'
      if (!unknown || this.#sandbox.validation !== 'lenient') throw error
      return { source: emptySource, query: { ...query, entity: undefined, bindings: {} } }
    }
  }

  #head({ path, now }: Call, { version, parameters }: Stage): string {
    const { echo, dataset } = this.#family
    const { query: schema, echo: operation } = this.#operation
    const written = this.#write(parameters)
    const echoed = { path, schema, parameters, written, operation, commodity: dataset.commodity, version, now }
    const query = JSON.stringify(echoOf(echo, echoed, this.#sandbox.wireName))
    const { text, stamp, unit } = envelopeTimes[echo]
    return `{"query":${query},"${text}":"${formatTime(now)}","${stamp}":${Math.floor(now / unit)},"data":[`
  }

  #nextPage(call: Call, { parameters, ...stage }: Stage, position: Position): string {
    const carried = withoutDefaults(this.#operation.query, this.#write(parameters))
    const token = this.#sandbox.tokens.seal({ ...stage, parameters: carried, position }, call.boundTo)
    const url = JSON.stringify(`${call.question.url()}?continuation_token=${token}`)
    return `,"continuation_token":"${token}","next_url":${url}`
  }
}

/** The parameters that are the time of the call where they are not given. */
function timesOfNow({ properties }: TObject, now: number): Parameters {
  const names = Object.keys(properties).filter(name => properties[name]!.orNow)
  return Object.fromEntries(names.map(name => [name, new Moment(now, formatTime(now))]))
}

/** The times that may appear: asked for, opened by the key, and known, which begins with `start`. */
function timeBounds({ until, opened: pinned }: Stage, asked: Asked, ranges: TimeRange[], start: number) {
  const opened = pinned ?? openedFrom(ranges)
  const closed = ranges.map(range => range.end_timestamp ?? until)
  const earliest = Math.max(start, opened)
  const horizon = Math.min(until, ...closed)
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

function openedFrom(ranges: TimeRange[]): number {
  return Math.max(...ranges.map(range => range.start_timestamp ?? Number.NEGATIVE_INFINITY))
}

/** What a walk has to carry of a key whose range moves on between two pages. */
function movingStart(key: Key, ranges: TimeRange[]): { opened?: number } {
  const moves = [key.access_range, key.data_range].some(range => range?.last_days !== undefined)
  return moves ? { opened: openedFrom(ranges) } : {}
}
