/** A file that cannot be served. The message is one line for the operator. */
export class StoreFailure extends Error {}

/** A generated store of an earlier version, which can be rebuilt. */
export class OutdatedStore extends StoreFailure {}

export class FullDisk extends StoreFailure {}

/** A store that became unreadable after it was opened. Its code turns responses into 503. */
export class UnreadableStore extends StoreFailure {
  readonly code = 'UNREADABLE_STORE'
  /** The reason without the path. */
  readonly reason: string

  constructor(path: string, reason: string) {
    super(`the store ${path} cannot be read any more: ${reason}`)
    this.reason = reason
  }
}

const hints: Record<string, string> = {
  SQLITE_BUSY: ': stop the servers that use it',
  SQLITE_CORRUPT: ': it is damaged or incomplete; restore it, or delete it, and a generated one is built again',
  // SQLite reads such a store with files beside it, which a live server removes when it stops.
  SQLITE_CANTOPEN:
    ': a store that a live server has written needs a writable folder, also to be read; copy it into one',
}

/** Adds the path of the store to an error of SQLite or of the system. */
export function storeFailure(path: string, cause: Error): StoreFailure {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const isFull = /ENOSPC|EDQUOT|SHMSIZE/.test(code) || message === 'database or disk is full'
  const reason = `${message}${hints[code] ?? ''}`
  return new (isFull ? FullDisk : StoreFailure)(`the store ${path} cannot be read or written: ${reason}`, { cause })
}

/** The same of any error of a store: its own failures stay as they are. */
export function asStoreFailure(path: string, error: unknown): StoreFailure {
  return error instanceof StoreFailure ? error : storeFailure(path, error as Error)
}

/** Converts SQLite's errors for damaged or missing files into failures; returns other errors unchanged. */
export function readFailure(path: string, cause: unknown): unknown {
  const { code = '', message } = cause as NodeJS.ErrnoException
  if (!/^SQLITE_(CORRUPT|IOERR|NOTADB|CANTOPEN)/.test(code)) return cause
  return new UnreadableStore(path, message)
}
