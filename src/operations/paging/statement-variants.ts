import { Recent } from '../../market/made-once.ts'
import type { Row, Statement, Store } from '../../store/store.ts'

/** Bounds memory if a client tries every combination. */
const mostKept = 64

/** Statements by name, prepared once. @template R columns of their rows @returns takes what builds the SQL of one */
export function statementVariants<R extends Row = Row>(
  store: Store,
): (name: string, sql: () => string) => Statement<R> {
  const kept = new Recent<Statement<R>>(mostKept)
  return (name, sql) => kept.of(name, () => store.prepare<R>(sql()))
}
