import { KindGuard, type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Bindings, Store } from '../store/store.ts'
import type { Dataset } from './dataset.ts'
import type { EchoStyle } from './echo.ts'
import type { Page } from './page.ts'
import type { Parameters } from './parameters.ts'

/** An entity and its bindings for statements. */
export interface Found<E> {
  entity: E
  bindings: Bindings
  echo?: Record<string, unknown>
}

/** The entity of a call, named by path or parameter; unknown codes are refused. */
export interface Subject<P extends TObject = TObject, E = unknown> {
  parameters: P
  /** Schema of `Found.echo`. */
  echo?: TProperties
  /** @param store the store to search; entities are described as of the horizon, in milliseconds since 1970 UTC */
  prepare(store: Store): (path: Static<P>, query: Parameters, horizon: number) => Found<E>
  /** Refuses path codes that never exist before the query is read. */
  checkPath?(path: Static<P>): void
}

/** The declaration of an operation. Shared behaviour is in this folder. */
export interface Operation {
  /** Verb and noun: `listTrades`. */
  id: string
  /** A noun phrase, at most eight words. */
  summary: string
  /** What the records are for, their order, units and nulls, and an example use. */
  description: string
  path: string
  also: readonly string[]
  /** Further paths that the OpenAPI document only mentions, because they would be ambiguous in it. */
  aliases: readonly string[]
  /** Entity that the path names besides the dataset. */
  subject: Subject | undefined
  query: TObject
  /** Schema of a record in field order: the source for rendering, documentation and the contract test. */
  row: TSchema
  page: Page
  /** How long before the store's start records may begin, in milliseconds; 0 for observed data. */
  reachesBack: number
  /** Constant fields of the echo, such as `aggregation: 'ohlcv'`. */
  echo: Record<string, string>
  /** Whether the envelope contains `count`. */
  counted: boolean
  /** Example parameters that match rows in every profile. */
  example: Record<string, string>
}

type Declared = Pick<Operation, 'id' | 'summary' | 'description' | 'path' | 'page' | 'example'> & {
  /** Fields by name, or a schema for records that are not objects. */
  row: TProperties | TSchema
  also?: readonly string[]
  aliases?: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: each subject has its own path type
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
