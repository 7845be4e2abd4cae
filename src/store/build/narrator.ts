/** Told what people should know of a store. */
export interface Narrator {
  info(line: string): void
  warn(line: string): void
}

/** The same where a server runs. */
export interface ServerNarrator extends Narrator {
  error(cause: Error, line: string): void
}
