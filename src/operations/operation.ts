import { KindGuard, type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Bindings, Store } from '../store/store.ts'
import type { Dataset } from './dataset.ts'
import type { EchoStyle } from './echo.ts'
import type { Page } from './page.ts'
import type { Parameters } from './parameters.ts'

export interface Found<E> {
  entity: E
  bindings: Bindings
  echo?: Record<string, unknown>
}

/** Names an entity by path or parameter; unknown codes are refused. */
export interface Subject<P extends TObject = TObject, E = unknown> {
  parameters: P
  /** Schema of `Found.echo`. */
  echo?: TProperties
  /** Entities are described as of the horizon. */
  prepare(store: Store): (path: Static<P>, query: Parameters, horizon: number) => Found<E>
  /** `Found.echo` for unknown codes, with lenient validation. */
  echoOfUnknown?(path: Static<P>, query: Parameters): Record<string, unknown>
  /** Refuses path codes that never exist, before the query is read. */
  checkPath?(path: Static<P>): void
}

/** The declaration of an operation. This folder has the behaviour that all operations share. */
export interface Operation {
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
  subject: Subject | undefined
  query: TObject
  /** A record in field order, for rendering, documentation and the contract test. */
  row: TSchema
  page: Page
  /** How long before the store's start records may begin; 0 for observed data. */
  reachesBack: number
  /** Constant fields of the echo, such as `aggregation: 'ohlcv'`. */
  echo: Record<string, string>
  counted: boolean
  /** Example parameters that match rows in every profile. */
  example: Record<string, string>
}

type OperationDeclaration = Pick<Operation, 'id' | 'summary' | 'description' | 'path' | 'page' | 'example'> & {
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

export function operation(declared: OperationDeclaration): Operation {
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

export type Family = MarketFamily | ReferenceFamily
