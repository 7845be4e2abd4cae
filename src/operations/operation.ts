import {
  KindGuard,
  type Static,
  type TArray,
  type TObject,
  type TOptional,
  type TProperties,
  type TransformKind,
  type TSchema,
  Type,
} from '@sinclair/typebox'
import type { Moment } from '../market/time.ts'
import type { Bindings, Store } from '../store/store.ts'
import type { Dataset } from './dataset.ts'
import type { EchoRules, EchoStyle } from './echo.ts'
import type { AnyPage, Page } from './paging/page.ts'
import type { Parameters, RawParameters } from './parameters.ts'

export interface Found<E> {
  entity: E
  bindings: Bindings
  echo?: Record<string, unknown>
  /** Its beginning: where what is before the store can be asked for, records go back to it. */
  begins?: number
  /** Time of its last trade, if there will be no other. */
  ended?: number
  /** Why it has no data, if that is known. */
  missing?: string
}

/** Parameters as a page and a subject read them: decoded, with their defaults, and times in milliseconds. */
export type ReadParameters<Q extends TProperties> = { [K in keyof Q]: ReadParameter<Q[K]> }

type ReadParameter<S extends TSchema> = Milliseconds<Decoded<S>> | (S extends FilledIn ? never : Absent<S>)
type Decoded<S extends TSchema> = S extends { [TransformKind]: { Decode: (...text: never[]) => infer O } }
  ? O
  : S extends TArray<infer I>
    ? Decoded<I>[]
    : Static<S>
type Milliseconds<T> = T extends Moment ? number : T
type Absent<S> = S extends TOptional<TSchema> ? undefined : never
/** Optional for clients, but filled in before a page reads it. */
type FilledIn = { orNow: true }

/** Of operations whose path has no parameters but the version of the dataset. */
export const NoPath = Type.Object({})

/** Names an entity by path or parameter; unknown codes are refused. @template Q what it reads of the query */
export interface Subject<P extends TObject = TObject, E = unknown, Q = unknown> {
  parameters: P
  /** Schema of `Found.echo`. */
  echo?: TProperties
  /** Entities are described as of the horizon. @param start of the store, for which its history may stand while it is built */
  prepare: (store: Store, start: number) => (path: Static<P>, query: Q, horizon: number) => Found<E>
  /** `Found.echo` for unknown codes, with lenient validation. */
  echoOfUnknown?: (path: Static<P>, query: Q) => Record<string, unknown>
  /** Refuses path codes that never exist, before the query is read. */
  checkPath?: (path: Static<P>) => void
  /** Whether the query names exchange, class and instrument, so that the key's plan is checked for them. */
  namesInstrument?: boolean
}

export type AnySubject = Subject<TObject, unknown, Parameters>

/** The declaration of an operation. This folder has the behaviour that all operations share. */
export interface Operation extends EchoRules {
  /** Verb and noun: `listTrades`. */
  id: string
  /** A noun phrase, at most eight words. */
  summary: string
  description: string
  path: string
  also: readonly string[]
  /** Further paths, which the OpenAPI document only mentions because they would be ambiguous in it. */
  aliases: readonly string[]
  /** Entity in the path besides the dataset. */
  subject: AnySubject | undefined
  /** A record in field order, for rendering, documentation and the contract test. */
  row: TSchema
  page: AnyPage
  /** How long before the store's start records may begin; 0 for observed data. */
  reachesBack: number
  /** Whether records begin with the store, from whose start they add up; the history has all others, however early. */
  storeOnly: boolean
  /** Whether a response needs all that the store has, so that it waits until that is built. @param frozen whether the clock stands still, after the start of the store */
  needsWhole(query: RawParameters, frozen: boolean): boolean
  counted: boolean
  /** Whether `data` is an object: each record is written as a member, `"code":{…}`. */
  keyed: boolean
  /** Fields beside `data`, which the slices of a page write. */
  beside: TProperties
  /** Whether the echo has the times of the page, and the envelope times with nine decimals and seconds. */
  windowed: boolean
  /** Whether it is open to everyone; market data otherwise need a key. */
  open: boolean
  /** Example parameters that match rows in every profile. */
  example: Record<string, string>
  /** Example parameters that depend on the range of the store. */
  exampleIn?: ((store: Store, horizon: number) => Record<string, string>) | undefined
}

const usual = {
  also: [],
  aliases: [],
  subject: undefined,
  reachesBack: 0,
  storeOnly: false,
  needsWhole: (): boolean => false,
  echo: {},
  older: false,
  counted: false,
  keyed: false,
  beside: {},
  windowed: false,
  open: false,
} satisfies Partial<Operation>

type OperationDeclaration<P extends TObject, E, Q extends TProperties> = Pick<
  Operation,
  'id' | 'summary' | 'description' | 'path' | 'example'
> &
  Partial<Pick<Operation, Exclude<keyof typeof usual, 'subject'> | 'exampleIn'>> & {
    page: Page<NoInfer<E>, NoInfer<ReadParameters<Q>>>
    row: TProperties | TSchema
    subject?: Subject<P, E, NoInfer<ReadParameters<Q>>>
    query: Q
  }

/** The page reads the entity of the subject and the parameters of the query: other names do not compile. */
export function operation<P extends TObject, Q extends TProperties, E = undefined>(
  declared: OperationDeclaration<P, E, Q>,
): Operation {
  const { query, row, page, subject } = declared
  return {
    ...usual,
    ...declared,
    // Types end here: the stages of a request handle all operations alike.
    page: page as AnyPage,
    subject: subject as AnySubject | undefined,
    query: Type.Object<TProperties>(query),
    row: KindGuard.IsSchema(row) ? row : Type.Object(row),
  }
}

export interface MarketFamily {
  host: 'market'
  name: string
  /** One sentence for the documents. */
  about: string
  dataset: Dataset
  echo: EchoStyle
  operations: readonly Operation[]
}

export interface ReferenceFamily {
  host: 'reference'
  name: string
  operations: readonly Operation[]
}

export type Family = MarketFamily | ReferenceFamily
