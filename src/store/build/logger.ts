/** Log lines about the store, for commands. */
export interface StoreLogger {
  info(line: string): void
  warn(line: string): void
}

/** Log lines about the store, for a running server. */
export interface ServerLogger extends StoreLogger {
  error(cause: Error, line: string): void
}
