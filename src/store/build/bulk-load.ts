import { type Fingerprint, mixRow } from '../fingerprint.ts'
import { PageCells, PageFile } from './pages.ts'
import { writeCell } from './record.ts'

export type Row = readonly (string | number | null | Uint8Array)[]

/** Rows of one table, in the order of their keys. It can be sent between threads. */
export interface LoadedRun {
  table: string
  /** The places of its leaves in the file of pages, in order, and the cells of the rows that follow each. */
  leaves: number[]
  separators: Uint8Array
  /** The first row, the last one that follows a leaf, and those that stand on no page. */
  first: Row
  last: Row
  rest: Row[]
}

export interface Loaded {
  /** The file that has the pages. */
  path: string
  runs: LoadedRun[]
}

export interface BulkTable {
  table: string
  /** How many of its columns, the first ones, are its key. */
  key: number
  /** Whether rows are in order only among those that have the same first column. */
  grouped: boolean
}

/**
 * Makes the leaves of tables that get many rows in the order of their keys, of which a b-tree can be built from below. To
 * hand each value to the database, which looks for its place, takes four times as long.
 */
export class BulkLoad {
  readonly #pages: PageFile
  readonly #tables: BulkAppender[] = []

  constructor(path: string) {
    this.#pages = new PageFile(path)
  }

  appender(table: BulkTable, fingerprint: Fingerprint): BulkAppender {
    const made = new BulkAppender(this.#pages, table, fingerprint)
    this.#tables.push(made)
    return made
  }

  finish(): Loaded {
    this.#pages.close()
    return { path: this.#pages.path, runs: this.#tables.flatMap(table => table.loaded) }
  }
}

/** Adds rows to one table. */
export class BulkAppender {
  readonly #pages: PageFile
  readonly #table: BulkTable
  readonly #fingerprint: Fingerprint
  readonly #runs = new Map<unknown, Run>()
  #group: unknown
  #run: Run

  constructor(pages: PageFile, table: BulkTable, fingerprint: Fingerprint) {
    this.#pages = pages
    this.#table = table
    this.#fingerprint = fingerprint
    this.#run = this.#runOf(undefined)
  }

  add(...row: Row): void {
    mixRow(this.#fingerprint, row)
    if (this.#table.grouped && row[0] !== this.#group) this.#run = this.#runOf(row[0])
    this.#run.add(row)
  }

  flush(): void {}

  get loaded(): LoadedRun[] {
    return [...this.#runs.values()].map(run => run.loaded)
  }

  #runOf(group: unknown): Run {
    const run = this.#runs.get(group) ?? new Run(this.#pages, this.#table)
    this.#runs.set(group, run)
    this.#group = group
    return run
  }
}

/** With fewer rows a table might not have two leaves, which a b-tree needs. */
const fewRows = 500

/** Rows whose keys rise. Those that are out of order, or too few for pages, are left to be inserted. */
class Run {
  readonly #table: BulkTable
  readonly #leaves: Leaves
  readonly #rest: Row[] = []
  /** Of the page that is being filled; or all, while there are few. */
  #open: Row[] = []
  #few = true
  #first: Row = []
  #before: Row = []
  #separator: Row = []

  constructor(pages: PageFile, table: BulkTable) {
    this.#table = table
    this.#leaves = new Leaves(pages)
  }

  add(row: Row): void {
    if (this.#few) this.#wait(row)
    else this.#place(row)
  }

  get loaded(): LoadedRun {
    const rest = [...this.#rest, ...this.#open]
    return { table: this.#table.table, ...this.#leaves.written, first: this.#first, last: this.#separator, rest }
  }

  #wait(row: Row): void {
    this.#open.push(row)
    if (this.#open.length < fewRows) return
    const rows = this.#open.sort((a, b) => compareRows(a, b, this.#table.key))
    this.#few = false
    this.#open = []
    this.#first = rows[0]!
    for (const row of rows) this.#place(row)
  }

  #place(row: Row): void {
    if (compareRows(row, this.#before, this.#table.key) <= 0) return void this.#rest.push(row)
    this.#before = row
    if (this.#leaves.add(row)) return void this.#open.push(row)
    this.#separator = row
    this.#open.length = 0
  }
}

/** By their first columns; no row comes before all. */
export function compareRows(one: Row, other: Row, columns = one.length): number {
  if (other.length === 0) return 1
  for (let n = 0; n < columns; n++) {
    const [a, b] = [one[n]!, other[n]!]
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}

/** Leaves one after the other. Between any two of them, in the b-tree, a row stands on a page above. */
class Leaves {
  readonly #pages: PageFile
  readonly #cells = new PageCells('leaf')
  readonly #places: number[] = []
  #separators = new Uint8Array(4096)
  #end = 0

  constructor(pages: PageFile) {
    this.#pages = pages
  }

  /** False where the row comes after the page's last, which is written then. */
  add(row: Row): boolean {
    const { bytes, end: start } = this.#cells
    const end = writeCell(row, bytes, start)
    if (this.#cells.fits(end)) {
      this.#cells.keep(end)
      return true
    }
    this.#separate(bytes.subarray(start, end))
    this.#places.push(this.#pages.count)
    this.#cells.moveTo(this.#pages.next())
    return false
  }

  get written() {
    return { leaves: this.#places, separators: this.#separators.slice(0, this.#end) }
  }

  #separate(cell: Uint8Array): void {
    if (this.#end + cell.length > this.#separators.length) {
      const longer = new Uint8Array(2 * this.#separators.length)
      longer.set(this.#separators)
      this.#separators = longer
    }
    this.#separators.set(cell, this.#end)
    this.#end += cell.length
  }
}
