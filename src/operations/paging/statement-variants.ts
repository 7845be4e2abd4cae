import { Recent } from '../../market/made-once.ts'
import type { Row, Statement, Store } from '../../store/store.ts'

/** Bounds memory if a client tries every combination. */
const mostKept = 64

/** @template R columns of their rows */
export class StatementVariants<R extends Row = Row> {
  readonly #store: Store
  readonly #kept = new Recent<Statement<R>>(mostKept)

  constructor(store: Store) {
    this.#store = store
  }

  /** @param sql builds the text of a variant that is not prepared yet */
  of(name: string, sql: () => string): Statement<R> {
    return this.#kept.of(name, () => this.#store.prepare<R>(sql()))
  }
}
