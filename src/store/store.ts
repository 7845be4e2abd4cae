import { existsSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { addFingerprint, type Fingerprint, mixRow, newFingerprint, removeRow } from './fingerprint.ts'
import { schemaVersion } from './schema-version.ts'
import { OutdatedStore, StoreFailure } from './store-failure.ts'

/** What a statement binds: integers are bound as integers, not as the REAL that every JavaScript number would become. */
export type Value = string | number | bigint | null | Uint8Array
export type Bindings = Record<string, Value>
export type Row = Value[]

/** "MDSB": marks a database as one of ours, so that no other file is ever taken for a store. */
const applicationId = 0x4d445342

function bound(value: Value): Value {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

/**
 * A prepared SELECT with named parameters. They are bound by their order, which costs half of binding them by name, and
 * wrapped in a function that changes nothing: this SQLite is built with STAT4 and would plan a statement anew at every
 * run, for 10 µs, whose bare parameters stand beside an index.
 */
export class Statement {
  readonly #rows: Database.Statement
  readonly #names: string[] = []

  constructor(database: Database.Database, sql: string) {
    const positional = sql.replace(parameterPattern, (_, name: string) => {
      this.#names.push(name)
      return 'ifnull(?, NULL)'
    })
    this.#rows = database.prepare(positional).raw()
  }

  get(bindings: Bindings): Row | undefined {
    return this.#rows.get(...this.#ordered(bindings)) as Row | undefined
  }

  all(bindings: Bindings): Row[] {
    return this.#rows.all(...this.#ordered(bindings)) as Row[]
  }

  #ordered(bindings: Bindings): Value[] {
    return this.#names.map(name => bound(bindings[name]!))
  }
}

/** A named parameter, and no colon within a quoted text. */
const parameterPattern = /(?<=^(?:[^']|'[^']*')*):(\w+)/g

const rowsPerInsert = 32

/** Adds rows to one table, many per statement, and keeps the table's fingerprint. */
export class Appender {
  readonly #one: Database.Statement
  readonly #many: Database.Statement
  readonly #replace: Database.Statement
  readonly #width: number
  readonly #fingerprint: Fingerprint
  #values: Value[] = []

  constructor(database: Database.Database, table: string, columns: readonly string[], fingerprint: Fingerprint) {
    const row = `(${columns.map(() => '?').join(',')})`
    const into = `INTO ${table} (${columns.map(column => `"${column}"`).join(',')}) VALUES `
    this.#one = database.prepare(`INSERT ${into}${row}`)
    this.#many = database.prepare(`INSERT ${into}${Array(rowsPerInsert).fill(row).join(',')}`)
    this.#replace = database.prepare(`REPLACE ${into}${row}`)
    this.#width = columns.length
    this.#fingerprint = fingerprint
  }

  add(...row: Value[]): void {
    mixRow(this.#fingerprint, row)
    for (const value of row) this.#values.push(value)
    if (this.#values.length < rowsPerInsert * this.#width) return
    this.#many.run(this.#values)
    this.#values = []
  }

  /** Puts a row in the place of a stored one that has the same key. */
  replace(stored: readonly Value[], row: readonly Value[]): void {
    removeRow(this.#fingerprint, stored)
    mixRow(this.#fingerprint, row)
    this.#replace.run(row)
  }

  flush(): void {
    for (let n = 0; n < this.#values.length; n += this.#width) this.#one.run(this.#values.slice(n, n + this.#width))
    this.#values = []
  }
}

type PartFingerprint = [table: string, rows: number, high: number, low: number]

/** A connection to a store. The only place that knows which database it is. */
export class Store {
  readonly path: string
  readonly #database: Database.Database
  readonly #fingerprints = new Map<string, Fingerprint>()

  private constructor(path: string, database: Database.Database) {
    this.path = path
    this.#database = database
  }

  /** A new, empty store without indexes, in a file that does not exist yet; to be thrown away if cut short. */
  static create(path: string, schema: string): Store {
    const database = openFile(path, {})
    hurry(database)
    database.pragma(`application_id = ${applicationId}`)
    database.pragma(`user_version = ${schemaVersion}`)
    database.exec(schema)
    for (const { name } of indexesOf(database)) database.exec(`DROP INDEX ${name}`)
    return new Store(path, database)
  }

  /** Goes on with a store that is being made. */
  static resume(path: string): Store {
    const database = openFile(path, { fileMustExist: true })
    hurry(database)
    return new Store(path, database)
  }

  /** Makes the indexes of all rows at once, which takes far less than to keep them row by row. */
  addIndexes(schema: string): void {
    const model = new Database(':memory:').exec(schema)
    for (const { sql } of indexesOf(model)) this.#database.exec(sql)
    model.close()
  }

  /** @param patience how long whoever holds the file's lock is waited for. Milliseconds. */
  static open(
    path: string,
    { readonly, patience = 10_000 }: { readonly: boolean; patience?: number | undefined },
  ): Store {
    const database = openFile(path, { readonly, timeout: patience, fileMustExist: true })
    try {
      checkIdentity(path, database)
      checkLength(path, database)
      database.pragma('cache_size = -8192')
      return new Store(path, database)
    } catch (error) {
      database.close()
      throw error instanceof StoreFailure
        ? error
        : new StoreFailure(`${path} cannot be read: ${(error as Error).message}`)
    }
  }

  /** Whether every row was written by the generator, which keeps to the patterns of its texts. */
  get generated(): boolean {
    return isGenerated(this.#database)
  }

  /**
   * Goes on to read from the store as it is now. A reader keeps one snapshot for a while, since taking and giving back
   * the file's locks costs 5 µs with every statement. Something is read between two snapshots, so that the log of whoever
   * writes is open before anyone asks: a store that is deleted, or replaced, is then served as it was.
   */
  renewSnapshot(): void {
    if (this.#database.inTransaction) this.#database.exec('COMMIT')
    try {
      this.#database.exec('SELECT 1 FROM store LIMIT 1')
    } catch {
      // Whoever asks is told of it, and nobody else.
    }
    this.#database.exec('BEGIN')
  }

  /** Lets readers read while one connection writes, and makes what is committed survive a kill at any moment. */
  writeAheadLog(): void {
    this.#database.pragma('journal_mode = WAL')
    this.#database.pragma('synchronous = NORMAL')
  }

  /**
   * For a writer of many rows for whom nobody waits: as many pages as it touches stay in memory, and the log is put into
   * the file once, by `checkpoint`, and not after every few pages. It takes two thirds of the time.
   */
  writeInBulk(): void {
    this.#database.pragma('cache_size = -65536')
    this.#database.pragma('wal_autocheckpoint = 0')
  }

  checkpoint(): void {
    this.#database.pragma('wal_checkpoint(TRUNCATE)')
  }

  /** Puts everything into the one file again: a reader then needs no folder that it may write to. */
  singleFile(): void {
    this.#database.pragma('journal_mode = DELETE')
  }

  /** A statement that is misspelt shows here, and so does what a store of someone else's lacks. */
  prepare(sql: string): Statement {
    try {
      return new Statement(this.#database, sql)
    } catch (cause) {
      const statement = sql.replace(/\s+/g, ' ').trim().slice(0, 200)
      throw new StoreFailure(
        `${this.path} lacks a table or column that this server reads: ${(cause as Error).message}, in ${statement}`,
        { cause },
      )
    }
  }

  get(sql: string, bindings: Bindings = {}): Row | undefined {
    return this.prepare(sql).get(bindings)
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.#database.prepare(sql).raw().all(values.map(bound)) as Row[]
  }

  /** The columns of a table, in their order. */
  columnsOf(table: string): string[] {
    return this.all('SELECT name FROM pragma_table_info(?)', table).map(([name]) => String(name))
  }

  /** The same, row by row: for more rows than memory holds. */
  *each(sql: string, ...values: Value[]): Generator<Row> {
    yield* this.#database.prepare(sql).raw().iterate(values.map(bound)) as IterableIterator<Row>
  }

  run(sql: string, ...values: Value[]): void {
    this.#database.prepare(sql).run(values.map(bound))
  }

  /** Runs `work` whole or not at all; no other connection writes meanwhile. */
  transaction<T>(work: () => T): T {
    return this.#database.transaction(work).immediate()
  }

  appender(table: string, columns: readonly string[]): Appender {
    return new Appender(this.#database, table, columns, this.#fingerprintOf(table))
  }

  #fingerprintOf(table: string): Fingerprint {
    const known = this.#fingerprints.get(table) ?? newFingerprint(table)
    if (!this.#fingerprints.has(table)) this.#load(known)
    this.#fingerprints.set(table, known)
    return known
  }

  /** Adds the rows of another new store, which holds others of the same tables. Fingerprints are sums, so they add up. */
  absorb(path: string): void {
    this.run('ATTACH ? AS part', path)
    this.transaction(() => {
      const fingerprints = this.all('SELECT "table", rows, high, low FROM part.fingerprint') as PartFingerprint[]
      for (const [table, rows, high, low] of fingerprints) {
        this.run(`INSERT INTO main."${table}" SELECT * FROM part."${table}"`)
        addFingerprint(this.#fingerprintOf(table), { table, rows, high, low })
      }
    })
    this.run('DETACH part')
  }

  /** Takes over what the store says, since another process may have added rows. */
  loadFingerprints(): void {
    for (const fingerprint of this.#fingerprints.values()) this.#load(fingerprint)
  }

  #load(fingerprint: Fingerprint): void {
    const { table } = fingerprint
    const [rows, high, low] =
      this.get('SELECT rows, high, low FROM fingerprint WHERE "table" = :table', { table }) ?? []
    Object.assign(fingerprint, { rows: Number(rows ?? 0), high: Number(high ?? 0), low: Number(low ?? 0) })
  }

  /** Writes down the fingerprints that appenders have moved; part of the transaction that holds the rows. */
  saveFingerprints(): void {
    for (const { table, rows, high, low } of this.#fingerprints.values())
      this.run(
        'INSERT OR REPLACE INTO fingerprint ("table", rows, high, low) VALUES (?, ?, ?, ?)',
        table,
        rows,
        high,
        low,
      )
  }

  close(): void {
    this.#database.close()
  }
}

/** For whoever writes a store that nobody reads yet. */
function hurry(database: Database.Database): void {
  for (const pragma of [
    'journal_mode = MEMORY',
    'foreign_keys = OFF',
    'synchronous = OFF',
    'locking_mode = EXCLUSIVE',
    'cache_size = -16384',
  ])
    database.pragma(pragma)
}

/** Those that have a name of their own, and belong to no key. */
function indexesOf(database: Database.Database) {
  const found = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
  return found.all() as { name: string; sql: string }[]
}

function openFile(path: string, options: Database.Options): Database.Database {
  try {
    return new Database(path, options)
  } catch (error) {
    if (options.fileMustExist && !existsSync(path))
      throw new StoreFailure(`the store ${path} does not exist; the command seed builds it`)
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    const cause = isFolder ? 'it is a folder; set SANDBOX_DATA to the path of a file' : (error as Error).message
    throw new StoreFailure(`the store ${path} cannot be opened: ${cause}`)
  }
}

function checkIdentity(path: string, database: Database.Database): void {
  if (database.pragma('application_id', { simple: true }) !== applicationId)
    throw new StoreFailure(`${path} is a database but not a store of this server; set SANDBOX_DATA to another path`)
  const version = database.pragma('user_version', { simple: true }) as number
  if (version === schemaVersion) return
  const mismatch = `${path} has store version ${version}; this server reads version ${schemaVersion}`
  if (version < schemaVersion && isGenerated(database)) throw new OutdatedStore(mismatch)
  throw new StoreFailure(`${mismatch}; delete it or set SANDBOX_DATA to another path`)
}

/** A file that a full disk or a broken copy cut short opens well and fails only when the missing pages are asked for. */
function checkLength(path: string, database: Database.Database): void {
  // What a write-ahead log still holds may not have reached the file.
  if (existsSync(`${path}-wal`)) return
  const pages = Number(database.pragma('page_count', { simple: true }))
  const expected = pages * Number(database.pragma('page_size', { simple: true }))
  const { size } = statSync(path)
  if (size < expected) throw new StoreFailure(`${path} is truncated: ${size} of ${expected} bytes; delete it`)
}

function isGenerated(database: Database.Database): boolean {
  return database.prepare("SELECT value FROM store WHERE name = 'source'").pluck().get() === 'seed'
}
