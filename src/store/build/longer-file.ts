import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { pageSize, pagesAtOnce } from './pages.ts'

/** SQLite never uses the page at 1 GB, where its locks are. */
const lockPage = 0x4000_0000 / pageSize + 1
/** Where a file says how many pages it has. */
const pageCount = 28

/** The file of a store that pages are added to. Those that are added are counted from 0, all of the file from 1. */
export class LongerFile {
  readonly #file: number
  readonly #before: number
  #added = 0

  constructor(path: string) {
    this.#file = openSync(path, 'r+')
    this.#before = fstatSync(this.#file).size / pageSize
  }

  /** The number that an added page has in the file. */
  pageAt(added: number): number {
    const page = this.#before + 1 + added
    return this.#before < lockPage && page >= lockPage ? page + 1 : page
  }

  /**
   * Takes all pages of another file over; the first of them is the one that is returned. From the end on, so that the
   * memory in which the other file stands can be used again for this one's.
   */
  take(path: string): number {
    const first = this.#added
    const from = openSync(path, 'r+')
    const block = new Uint8Array(pagesAtOnce * pageSize)
    const count = fstatSync(from).size / pageSize
    this.#added += count
    for (let end = count; end > 0; end -= pagesAtOnce) {
      const start = Math.max(0, end - pagesAtOnce)
      const read = readSync(from, block, 0, (end - start) * pageSize, start * pageSize)
      this.#put(first + start, block.subarray(0, read))
      ftruncateSync(from, start * pageSize)
    }
    closeSync(from)
    return first
  }

  /** Adds a page; gives its number. */
  add(page: Uint8Array): number {
    const number = this.pageAt(this.#added++)
    this.write(number, page)
    return number
  }

  write(page: number, bytes: Uint8Array): void {
    writeSync(this.#file, bytes, 0, bytes.length, (page - 1) * pageSize)
  }

  close(): void {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(fstatSync(this.#file).size / pageSize)
    writeSync(this.#file, count, 0, count.length, pageCount)
    closeSync(this.#file)
  }

  /** Writes pages that follow each other, but for the one that may have to be left out between them. */
  #put(added: number, pages: Uint8Array): void {
    const first = this.pageAt(added)
    const together = Math.max(
      0,
      Math.min(pages.length, (first < lockPage ? lockPage - first : pages.length) * pageSize),
    )
    this.write(first, pages.subarray(0, together))
    if (together < pages.length) this.write(this.pageAt(added + together / pageSize), pages.subarray(together))
  }
}
