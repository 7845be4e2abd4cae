import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { pageSize } from './pages.ts'

/** SQLite never uses the page at 1 GB, where its locks are. */
const lockPage = 0x4000_0000 / pageSize + 1
/** Where a file says how many pages it has. */
const pageCount = 28
const pagesAtOnce = 256

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

  /** Adds all pages of another file; the first of them is the one that is returned. */
  copy(path: string): number {
    const first = this.#added
    const from = openSync(path, 'r')
    const block = new Uint8Array(pagesAtOnce * pageSize)
    for (let read = readSync(from, block); read > 0; read = readSync(from, block)) this.#append(block.subarray(0, read))
    closeSync(from)
    return first
  }

  /** Adds a page; gives its number. */
  add(page: Uint8Array): number {
    this.#append(page)
    return this.pageAt(this.#added - 1)
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

  #append(pages: Uint8Array): void {
    const [first, last] = [this.pageAt(this.#added), this.pageAt(this.#added + pages.length / pageSize - 1)]
    const together = last - first < pages.length / pageSize
    if (together) this.write(first, pages)
    else
      for (let n = 0; n * pageSize < pages.length; n++)
        this.write(this.pageAt(this.#added + n), pages.subarray(n * pageSize, (n + 1) * pageSize))
    this.#added += pages.length / pageSize
  }
}
