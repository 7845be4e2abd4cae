import type { Statement, Store } from '../store/store.ts'

/** More than clients use side by side, and few enough for whoever tries every combination of parameters to fill no memory. */
const mostKept = 64

/** Statements that differ by what is asked for, prepared when they are first needed; the latest are kept. */
export class StatementVariants {
  readonly #store: Store
  readonly #kept = new Map<string, Statement>()

  constructor(store: Store) {
    this.#store = store
  }

  /** @param sql of the variant, which its name stands for. */
  of(name: string, sql: () => string): Statement {
    const known = this.#kept.get(name)
    if (known) return known
    const made = this.#store.prepare(sql())
    this.#kept.set(name, made)
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value!)
    return made
  }
}
