import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { readFailure, UnreadableStore } from '../store-failure.ts'

/** Least time between two checks. */
const checkInterval = 1000

/** Detects that the file of an open store is truncated or damaged. Reads then fail, because rows may be wrong. */
export class Damage {
  readonly #path: string
  readonly #file: Stats | undefined
  #size: number
  #failure: UnreadableStore | undefined
  #checked = 0
  #again: () => unknown = () => {}

  constructor(path: string) {
    this.#path = path
    this.#file = statSync(path, { throwIfNoEntry: false })
    this.#size = this.#file?.size ?? 0
  }

  /** @throws UnreadableStore while the file is damaged. */
  guarded<T>(read: () => T): T {
    if (this.#failure !== undefined && performance.now() - this.#checked > checkInterval) this.check()
    if (this.#failure !== undefined) throw this.#failure
    try {
      return read()
    } catch (error) {
      throw this.failureOf(error, read)
    }
  }

  /** @param again repeats the read */
  failureOf(error: unknown, again: () => unknown): unknown {
    const failure = readFailure(this.#path, error)
    if (failure instanceof UnreadableStore) {
      this.#failure = failure
      this.#again = again
    }
    return failure
  }

  /** Checks the file length and repeats the last failed read. */
  check(): UnreadableStore | undefined {
    this.#checked = performance.now()
    this.#failure = this.#isTruncated() ? new UnreadableStore(this.#path, 'it is truncated') : undefined
    try {
      this.#again()
    } catch (error) {
      this.failureOf(error, this.#again)
    }
    return this.#failure
  }

  /** Whether the path has another file by now, or none. */
  get isReplaced(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#file?.ino
  }

  /** A new file at the path does not count. */
  #isTruncated(): boolean {
    const { ino, size } = statSync(this.#path, { throwIfNoEntry: false }) ?? {}
    if (size === undefined || ino !== this.#file?.ino) return false
    if (size >= this.#size) this.#size = size
    return size < this.#size && size < lengthByHeader(this.#path)
  }
}

function lengthByHeader(path: string): number {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  const read = readSync(file, header, 0, header.length, 0)
  closeSync(file)
  if (read < header.length) return header.length
  const pageSize = header.readUInt16BE(16)
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28)
}
