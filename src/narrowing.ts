import type { PageQuery } from './page.ts'
import type { Statement, Store } from './store.ts'

/** By parameter, SQL of the first or the last time of rows that it leaves. */
export interface NarrowingOptions {
  first?: Record<string, string>
  last?: Record<string, string>
}

/**
 * Bounds that are no times but rise with them, such as block numbers. SQLite seeks with the bounds of one column only and
 * filters with the others: so a range of blocks is told as one of times too.
 */
export class Narrowing {
  readonly #first: [name: string, Statement][]
  readonly #last: [name: string, Statement][]

  constructor(store: Store, { first = {}, last = {} }: NarrowingOptions) {
    const prepared = (sql: Record<string, string>) =>
      Object.entries(sql).map(([name, text]): [string, Statement] => [name, store.prepare(text)])
    this.#first = prepared(first)
    this.#last = prepared(last)
  }

  /** The query's times, as far as its other bounds leave any. */
  of(query: PageQuery): { from: number; until: number } {
    let { from, until } = query
    for (const time of this.#times(this.#first, query)) from = Math.max(from, time ?? until)
    for (const time of this.#times(this.#last, query)) until = Math.min(until, time === null ? from : time + 1)
    return { from, until }
  }

  #times(statements: [string, Statement][], { bindings, parameters }: PageQuery): (number | null)[] {
    return statements
      .filter(([name]) => parameters[name] !== undefined)
      .map(([name, statement]) => {
        const [time] = statement.get({ ...bindings, [name]: parameters[name] as number }) ?? []
        return (time as number | undefined) ?? null
      })
  }
}
