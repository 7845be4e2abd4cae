export interface StoreLogger {
  info(line: string): void
  warn(line: string): void
}

export interface ServerLogger extends StoreLogger {
  error(cause: Error, line: string): void
}
