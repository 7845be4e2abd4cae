import { Recent } from '../../base/recent.ts'
import type { Statement, Store } from '../../store/store.ts'

/** Bounds memory if a client tries every combination. */
const mostKept = 64

export class StatementVariants {
  readonly #store: Store
  readonly #kept = new Recent<Statement>(mostKept)

  constructor(store: Store) {
    this.#store = store
  }

  /** @param sql builds the text of a variant that is not prepared yet */
  of(name: string, sql: () => string): Statement {
    return this.#kept.of(name, () => this.#store.prepare(sql()))
  }
}
