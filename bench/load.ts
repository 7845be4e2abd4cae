import type { Operation } from '../src/operations/operation.ts'
import type { Random } from './random.ts'
import type { SubjectId } from './subject.ts'
import type { World } from './world.ts'

/** A bound on this server's requests a second, relative to another subject's or to its own under another load. */
export type LoadBudget = ({ than: SubjectId } | { thanLoad: string }) & { atLeast: number }

/** One kind of request that every subject is put under. */
export interface Load {
  id: string
  title: string
  /** Id of the operation that is asked. */
  operation: string
  /** How many records each answer must hold: a shorter one would look fast. */
  records: number
  /** The calls to make, as the operation's parameters; by default its example, again and again. */
  calls?(operation: Operation, world: World, random: Random): Record<string, string>[]
  /** How the plain handler finds the rows; it binds what the path names, `until` (milliseconds) and `count`. */
  plainSql?: string
  budgets: readonly LoadBudget[]
}

/** A load against one store: every request is there before the first is sent. */
export interface PreparedLoad {
  load: Load
  /** The operation's path as it declares it. */
  route: string
  /** What to ask of a server that has the operation. */
  paths: readonly string[]
  /** What a server without a store sends: a real page of middling length. */
  page: Buffer
}
