import type { Statement, Store } from '../store/store.ts'

/** More than clients use at once; bounds memory if a client tries every combination. */
const mostKept = 64

/** Statements by variant, prepared on first use; the most recent are kept. */
export class StatementVariants {
  readonly #store: Store
  readonly #kept = new Map<string, Statement>()

  constructor(store: Store) {
    this.#store = store
  }

  /** @param sql of the variant. */
  of(name: string, sql: () => string): Statement {
    const known = this.#kept.get(name)
    if (known) return known
    const made = this.#store.prepare(sql())
    this.#kept.set(name, made)
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value!)
    return made
  }
}
