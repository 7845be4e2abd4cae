import { KindGuard, type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Bindings, Store } from '../store/store.ts'
import type { Dataset } from './dataset.ts'
import type { EchoStyle } from './echo.ts'
import type { Page } from './page.ts'
import type { Parameters } from './parameters.ts'

/** What a call is about, and how statements bind it. */
export interface Found<E> {
  entity: E
  bindings: Bindings
  /** What the answer's `query` reports of it beside the parameters. */
  echo?: Record<string, unknown>
}

/** What a call is about, named by its path or by a parameter: found in the store, or refused as an unknown code. */
export interface Subject<P extends TObject = TObject, E = unknown> {
  /** Parameters in the path. */
  parameters: P
  /** The fields that `Found.echo` has. */
  echo?: TProperties
  prepare(store: Store): (path: Static<P>, query: Parameters) => Found<E>
  /** Refuses a code in the path that never exists, before anything is said about the query. */
  checkPath?(path: Static<P>): void
}

/** One operation, declared: what differs from the others. Everything else is written once in this folder. */
export interface Operation {
  /** Verb and noun: `listTrades`. */
  id: string
  /** A noun phrase, at most eight words. */
  summary: string
  /** What the records are for, their order, units and nulls, and an example use. */
  description: string
  path: string
  /** Other paths of the same operation. */
  also: readonly string[]
  /** Paths that clients also use, which the OpenAPI document only mentions: in it they would be ambiguous. */
  aliases: readonly string[]
  /** What the path names besides the dataset. */
  subject: Subject | undefined
  query: TObject
  /** A record, its fields in their order: the one source for rendering, documentation and the contract test. */
  row: TSchema
  page: Page
  /** How long before the store's start its records may begin, in milliseconds: 0 where they are about what the store saw. */
  reachesBack: number
  /** What the echo says of the operation itself, such as `aggregation: 'ohlcv'`. */
  echo: Record<string, string>
  /** Whether the envelope says how many records it holds. */
  counted: boolean
  /** Parameters of a call that has rows in every profile. */
  example: Record<string, string>
}

type Declared = Pick<Operation, 'id' | 'summary' | 'description' | 'path' | 'page' | 'example'> & {
  /** Fields by name, or the schema of records that are no objects. */
  row: TProperties | TSchema
  also?: readonly string[]
  aliases?: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: a subject's path type is its own affair
  subject?: Subject<any, any>
  query: TProperties
  counted?: boolean
  reachesBack?: number
  echo?: Record<string, string>
}

export function operation(declared: Declared): Operation {
  const {
    query,
    row,
    subject,
    also = [],
    aliases = [],
    echo = {},
    counted = false,
    reachesBack = 0,
    ...rest
  } = declared
  return {
    ...rest,
    also,
    aliases,
    echo,
    counted,
    reachesBack,
    subject,
    query: Type.Object(query),
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

/** Operations of one dataset, or of the reference data. */
export type Family = MarketFamily | ReferenceFamily
