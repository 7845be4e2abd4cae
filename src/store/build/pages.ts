import { closeSync, openSync, writeSync } from 'node:fs'

/** Pages of SQLite's b-trees, https://www.sqlite.org/fileformat2.html#b_tree_pages, of tables WITHOUT ROWID. */
export const pageSize = 4096
/** How many are written at once. Of larger blocks the memory is not used again for others. */
export const pagesAtOnce = 16

type Kind = 'leaf' | 'inner'
const marks = { leaf: 10, inner: 2 }
const headers = { leaf: 8, inner: 12 }

/** Pages that are written one after the other, many at once. */
export class PageFile {
  readonly path: string
  readonly #file: number
  readonly #block = new Uint8Array(pagesAtOnce * pageSize)
  #used = 0
  #written = 0

  constructor(path: string) {
    this.path = path
    this.#file = openSync(path, 'wx')
  }

  /** How many there are. */
  get count(): number {
    return (this.#written + this.#used) / pageSize
  }

  /** The next page, of zeros, to be filled before another is asked for. */
  next(): Uint8Array {
    if (this.#used === this.#block.length) this.#write()
    this.#used += pageSize
    return this.#block.subarray(this.#used - pageSize, this.#used)
  }

  close(): void {
    this.#write()
    closeSync(this.#file)
  }

  #write(): void {
    writeSync(this.#file, this.#block, 0, this.#used)
    this.#written += this.#used
    this.#block.fill(0)
    this.#used = 0
  }
}

/** The cells of the next page, in their order. */
export class PageCells {
  /** Cells are written here, from `end` on. */
  readonly bytes = new Uint8Array(2 * pageSize)
  readonly #kind: Kind
  readonly #starts: number[] = []
  #end = 0

  constructor(kind: Kind) {
    this.#kind = kind
  }

  get end(): number {
    return this.#end
  }

  /** Whether what was written up to there fits onto the page. */
  fits(end: number): boolean {
    return headers[this.#kind] + 2 * (this.#starts.length + 1) + end <= pageSize
  }

  /** Takes what was written up to there for one more cell. */
  keep(end: number): void {
    this.#starts.push(this.#end)
    this.#end = end
  }

  /** Puts the cells onto an empty page, and begins the next one. @param last what an inner page leads to after its cells. */
  moveTo(page: Uint8Array, last = 0): void {
    const content = pageSize - this.#end
    const view = new DataView(page.buffer, page.byteOffset)
    view.setUint8(0, marks[this.#kind])
    view.setUint16(3, this.#starts.length)
    view.setUint16(5, content)
    if (this.#kind === 'inner') view.setUint32(8, last)
    let at = headers[this.#kind]
    for (const start of this.#starts) {
      view.setUint16(at, content + start)
      at += 2
    }
    page.set(this.bytes.subarray(0, this.#end), content)
    this.#starts.length = 0
    this.#end = 0
  }
}
