import { existsSync, statSync } from 'node:fs'
import { remembered } from '../market/made-once.ts'
import { Damage } from './database/damage.ts'
import {
  type Database,
  emptyDatabase,
  indexesOf,
  openFile,
  type PreparedStatement,
  setBulkPragmas,
  type Value,
} from './database/database.ts'
import { checkIdentity, identify, originQuery } from './database/store-identity.ts'
import { TableAppender } from './database/table-appender.ts'
import { addFingerprint, type Fingerprint, moving, newFingerprint } from './fingerprint.ts'
import { Coverage } from './history/coverage.ts'
import type { ProfileRows } from './history/profile-rows.ts'
import { asStoreFailure, StoreFailure } from './store-failure.ts'

export type Bindings = Record<string, Value>
export type Row = Value[]

/** Integers are bound as integers, because better-sqlite3 binds every number as REAL. */
function bound(value: Value): Value {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

/** @template R columns of a row, in order of the SQL. Binds by position, at half the cost. `ifnull` keeps this SQLite (STAT4) from planning again: 10 µs. */
export class Statement<R extends Row = Row> {
  readonly #rows: PreparedStatement
  readonly #names: string[] = []
  readonly #damage: Damage

  constructor(database: Database, sql: string, damage: Damage) {
    this.#damage = damage
    const positional = sql.replace(parameterPattern, (_, name: string) => {
      this.#names.push(name)
      return 'ifnull(?, NULL)'
    })
    this.#rows = database.prepare(positional).raw()
  }

  get(bindings: Bindings): R | undefined {
    return this.#damage.guarded(() => this.#rows.get(...this.#ordered(bindings)) as R | undefined)
  }

  all(bindings: Bindings): R[] {
    return this.#damage.guarded(() => this.#rows.all(...this.#ordered(bindings)) as R[])
  }

  #ordered(bindings: Bindings): Value[] {
    return this.#names.map(name => bound(bindings[name]!))
  }
}

/** A named parameter, not a colon within quotes. */
const parameterPattern = /(?<=^(?:[^']|'[^']*')*):(\w+)/g

/** Longest time that a server reads one state of a growing store. */
export const snapshotAge = 200
/** Of a busy server. */
const renewalDelay = 100

type PartFingerprint = [table: string, rows: number, high: number, low: number]

/** A market's tables in a file, and what readers and writers do with it. */
export class Store {
  readonly path: string
  /** What the store has; generated ones may lack what was never asked. */
  coverage = new Coverage()
  /** Of a history: what it need not have. */
  profileRows: ProfileRows<Store> | undefined
  readonly #database: Database
  readonly #fingerprints = new Map<string, Fingerprint>()
  /** Feeds run the same statement for each instrument: preparing takes 0.1 ms. */
  readonly #prepared = remembered((sql: string) => this.#database.prepare(sql))
  readonly #damage: Damage
  #snapshot: number | undefined
  #content: unknown

  private constructor(path: string, database: Database) {
    this.path = path
    this.#damage = new Damage(path)
    this.#database = database
  }

  /** The new store lacks indexes; discard it if interrupted. */
  static create(path: string, schema: string): Store {
    const database = openFile(path, {})
    setBulkPragmas(database)
    identify(database)
    database.exec(schema)
    for (const { name } of indexesOf(database)) database.exec(`DROP INDEX ${name}`)
    return new Store(path, database)
  }

  /** Reopens a store under construction. */
  static resume(path: string): Store {
    const database = openFile(path, { fileMustExist: true })
    setBulkPragmas(database)
    return new Store(path, database)
  }

  /** Creates all indexes at once, far faster than row by row. */
  addIndexes(schema: string): void {
    const model = emptyDatabase().exec(schema)
    for (const { sql } of indexesOf(model)) this.#database.exec(sql)
    model.close()
  }

  /** @param patience longest wait for the file's lock */
  static open(
    path: string,
    { readonly, patience = 10_000 }: { readonly: boolean; patience?: number | undefined },
  ): Store {
    // A writer was killed; only a writable connection can roll back.
    if (readonly && existsSync(`${path}-journal`)) Store.open(path, { readonly: false }).close()
    const database = openFile(path, { readonly, timeout: patience, fileMustExist: true })
    try {
      checkIdentity(path, database)
      database.pragma('cache_size = -8192')
      return new Store(path, database)
    } catch (error) {
      database.close()
      throw asStoreFailure(path, error)
    }
  }

  /** Why the store is no longer readable; undefined if it is. */
  get damage(): string | undefined {
    return this.#damage.check()?.reason
  }

  get isReplaced(): boolean {
    return this.#damage.isReplaced
  }

  /** Whether all rows are generated, so that texts match their patterns. */
  get generated(): boolean {
    return this.all(originQuery)[0]?.[0] === 'seed'
  }

  /** A snapshot saves 5 µs of locking per statement. Reads at once, so a deleted store is still served. */
  renewSnapshot(): void {
    try {
      if (this.#database.inTransaction) this.#database.exec('COMMIT')
      this.#database.exec('SELECT 1 FROM store LIMIT 1')
    } catch {
      // The next read gets the error.
    }
    if (!this.#database.inTransaction) this.#database.exec('BEGIN')
    const content = this.#contentNumber()
    if (this.#snapshot !== undefined && content !== undefined && content === this.#content) return
    this.#snapshot = (this.#snapshot ?? 0) + 1
    this.#content = content
  }

  /** Lets the log shrink while nobody reads. */
  endSnapshot(): void {
    if (this.#database.inTransaction) this.#database.exec('COMMIT')
  }

  /** Changes with every commit of another connection; undefined for an unreadable store. */
  #contentNumber(): unknown {
    try {
      return this.#database.pragma('data_version', { simple: true })
    } catch {
      return undefined
    }
  }

  /** Number of the reader's snapshot: what was read stays true while it is the same. Undefined: there is none. */
  get snapshot(): number | undefined {
    return this.#snapshot
  }

  /** Write-ahead log: readers read while one connection writes, and commits survive a kill. */
  writeAheadLog(): void {
    this.#database.pragma('journal_mode = WAL')
    this.#database.pragma('synchronous = NORMAL')
  }

  /** Before readers open: the log begins when nobody reads, and two readers in a thread would wait for each other. */
  static beginLog(path: string): void {
    try {
      const store = Store.open(path, { readonly: false, patience: 0 })
      try {
        store.writeAheadLog()
      } finally {
        store.close()
      }
    } catch {
      // Whoever appends tries again and reports the cause.
    }
  }

  /** Keeps touched pages in memory and moves the log into the file once, by `checkpoint`: two thirds of the time. */
  writeInBulk(): void {
    this.#database.pragma('cache_size = -65536')
    this.leaveLog()
  }

  /**
   * Commits no longer move the log into the file: beside readers most would move only part of it and wait for the disk. `emptyLog`
   * does it.
   */
  leaveLog(): void {
    this.#database.pragma('wal_autocheckpoint = 0')
  }

  /** Does not wait for readers: a server reads its store while a clock moves beyond the end. */
  checkpoint(): void {
    this.#database.pragma('wal_checkpoint(PASSIVE)')
  }

  /**
   * A log that is always read grows without end. While nobody writes, every reader renews its snapshot: then all pages
   * can move into the file, and after the next renewal nobody reads the log. SQLite's own wait for readers waits for the
   * lock of a reader who takes the same one again. If a reader is late, the log stays as it is.
   */
  emptyLog(): void {
    const other = openFile(this.path, { timeout: 0, fileMustExist: true })
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        waitFor(snapshotAge + renewalDelay)
        other.pragma('wal_checkpoint(PASSIVE)')
        waitFor(snapshotAge + renewalDelay)
      } finally {
        this.#database.exec('ROLLBACK')
      }
      other.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      other.close()
    }
  }

  get logBytes(): number {
    return statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }

  /** Copies the committed content into a new file. */
  copyTo(path: string): void {
    this.#database.prepare('VACUUM INTO ?').run(path)
  }

  /** Typos in SQL, and missing tables or columns of a store, fail here. */
  prepare<R extends Row = Row>(sql: string): Statement<R> {
    try {
      return new Statement<R>(this.#database, sql, this.#damage)
    } catch (error) {
      const cause = this.#damage.failureOf(error, () => this.#database.prepare(sql)) as Error
      if (cause instanceof StoreFailure) throw cause
      const statement = sql.replace(/\s+/g, ' ').trim().slice(0, 200)
      throw new StoreFailure(
        `${this.path} lacks a table or column that this server reads: ${cause.message}, in ${statement}`,
        { cause },
      )
    }
  }

  get<R extends Row = Row>(sql: string, bindings: Bindings = {}): R | undefined {
    return this.prepare<R>(sql).get(bindings)
  }

  all<R extends Row = Row>(sql: string, ...values: Value[]): R[] {
    return this.#damage.guarded(() => this.#prepared(sql).raw().all(values.map(bound)) as R[])
  }

  /** A function of SQL. */
  define(name: string, of: (value: Value) => Value): void {
    this.#database.function(name, of as (value: unknown) => unknown)
  }

  /** The first column of the rows. */
  texts(sql: string, ...values: Value[]): string[] {
    return this.all(sql, ...values).map(([text]) => String(text))
  }

  columnsOf(table: string): string[] {
    return this.texts('SELECT name FROM pragma_table_info(?)', table)
  }

  /** Columns whose values never change, which are fingerprinted. */
  fixedColumnsOf(table: string): string[] {
    return this.columnsOf(table).filter(name => !moving[table]?.includes(name))
  }

  /** As `all`, row by row, for more rows than memory holds. */
  *each<R extends Row = Row>(sql: string, ...values: Value[]): Generator<R> {
    yield* this.#database.prepare(sql).raw().iterate(values.map(bound)) as IterableIterator<R>
  }

  run(sql: string, ...values: Value[]): void {
    this.#prepared(sql).run(values.map(bound))
  }

  transaction<T>(work: () => T): T {
    return this.#database.transaction(work).immediate()
  }

  /** Of rows without the columns that move. */
  appender(table: string): TableAppender {
    return new TableAppender(this.#database, table, this.fixedColumnsOf(table), this.#fingerprintOf(table))
  }

  #fingerprintOf(table: string): Fingerprint {
    const known = this.#fingerprints.get(table) ?? newFingerprint(table)
    if (!this.#fingerprints.has(table)) this.#load(known)
    this.#fingerprints.set(table, known)
    return known
  }

  /** Adds the rows of another new store with the same tables; fingerprints add up. */
  addRowsOf(path: string): void {
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

  /** Reloads fingerprints, since another process may have added rows. */
  loadFingerprints(): void {
    for (const fingerprint of this.#fingerprints.values()) this.#load(fingerprint)
  }

  #load(fingerprint: Fingerprint): void {
    const { table } = fingerprint
    const [rows, high, low] =
      this.get('SELECT rows, high, low FROM fingerprint WHERE "table" = :table', { table }) ?? []
    Object.assign(fingerprint, { rows: Number(rows ?? 0), high: Number(high ?? 0), low: Number(low ?? 0) })
  }

  /** Without the pages that are free. */
  get bytesUsed(): number {
    const number = (name: string) => Number(this.#database.pragma(name, { simple: true }))
    return (number('page_count') - number('freelist_count')) * number('page_size')
  }

  /** Takes the fingerprints of the rows written since the last call, as one sum. */
  takeFingerprints(): Fingerprint {
    const sum = newFingerprint('')
    for (const fingerprint of this.#fingerprints.values()) {
      addFingerprint(sum, fingerprint)
      Object.assign(fingerprint, { rows: 0, high: 0, low: 0 })
    }
    return sum
  }

  saveFingerprints(): void {
    const sql = 'INSERT OR REPLACE INTO fingerprint ("table", rows, high, low) VALUES (?, ?, ?, ?)'
    for (const { table, rows, high, low } of this.#fingerprints.values()) this.run(sql, table, rows, high, low)
  }

  /** What the store says of itself. */
  addFacts(facts: Record<string, string | number>): void {
    for (const [name, value] of Object.entries(facts))
      this.run('INSERT INTO store (name, value) VALUES (?, ?)', name, String(value))
  }

  close(): void {
    this.#database.close()
  }
}

/** Blocks the thread. */
function waitFor(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
