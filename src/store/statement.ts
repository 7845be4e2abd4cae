import type { Damage } from './damage.ts'

/** Bindings; integers are bound as integers, because better-sqlite3 binds every number as REAL. */
export type Value = string | number | bigint | null | Uint8Array
export type Bindings = Record<string, Value>
export type Row = Value[]

interface PreparedRows {
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

export function bound(value: Value): Value {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

/** Binds by position, at half the cost. `ifnull` keeps this SQLite (STAT4) from planning again: 10 µs. */
export class Statement {
  readonly #rows: PreparedRows
  readonly #names: string[] = []
  readonly #damage: Damage

  /** @param prepare prepares SQL for rows as arrays */
  constructor(prepare: (sql: string) => PreparedRows, sql: string, damage: Damage) {
    this.#damage = damage
    const positional = sql.replace(parameterPattern, (_, name: string) => {
      this.#names.push(name)
      return 'ifnull(?, NULL)'
    })
    this.#rows = prepare(positional)
  }

  get(bindings: Bindings): Row | undefined {
    this.#damage.refuse()
    try {
      return this.#rows.get(...this.#ordered(bindings)) as Row | undefined
    } catch (error) {
      throw this.#damage.failureOf(error, () => this.#rows.get(...this.#ordered(bindings)))
    }
  }

  all(bindings: Bindings): Row[] {
    this.#damage.refuse()
    try {
      return this.#rows.all(...this.#ordered(bindings)) as Row[]
    } catch (error) {
      throw this.#damage.failureOf(error, () => this.#rows.all(...this.#ordered(bindings)))
    }
  }

  #ordered(bindings: Bindings): Value[] {
    return this.#names.map(name => bound(bindings[name]!))
  }
}

/** A named parameter, not a colon within quotes. */
const parameterPattern = /(?<=^(?:[^']|'[^']*')*):(\w+)/g
