import { Recent } from '../recent.ts'
import type { Statement, Store } from '../store/store.ts'

/** More than clients use at once; bounds memory if a client tries every combination. */
const mostKept = 64

/** Statements by variant, prepared on first use; the most recent are kept. */
export class StatementVariants {
  readonly #store: Store
  readonly #kept = new Recent<Statement>(mostKept)

  constructor(store: Store) {
    this.#store = store
  }

  /** @param sql of the variant. */
  of(name: string, sql: () => string): Statement {
    return this.#kept.of(name, () => this.#store.prepare(sql()))
  }
}
