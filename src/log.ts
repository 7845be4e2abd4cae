import { type DestinationStream, pino } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** JSON lines on standard output, a line for a person where a person reads. Written in batches, and at once on exit. */
export async function createLogger(level: LogLevel, terminal: boolean) {
  const destination: DestinationStream = terminal
    ? await prettyLines()
    : pino.destination({ sync: false, minLength: 4096 })
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

async function prettyLines(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'reqId', translateTime: 'HH:MM:ss', singleLine: true, sync: true })
}
