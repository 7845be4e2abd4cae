import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, pino, stdTimeFunctions } from 'pino'
import { cleanerOf, hideKeys } from '../../control/journal/hidden-keys.ts'
import type { LogLevel } from '../../settings.ts'
import { logOutput } from './log-output.ts'

/** JSON lines on standard output, readable lines on a terminal. */
export async function createLogger(level: LogLevel, terminal: boolean) {
  const destination = terminal ? await readableLines() : logOutput()
  return loggerTo(destination, level, terminal)
}

/** @param forPeople whether lines show query and message, too */
export function loggerTo(destination: DestinationStream, level: LogLevel, forPeople: boolean) {
  const logger = pino({ level, base: null, timestamp: stdTimeFunctions.isoTime }, destination)
  return Object.assign(logger, { forPeople })
}

/** Clears the line of a terminal. */
const clear = '\r\x1b[K'

/** Writes at once, in order with the progress on standard error and in place of its bar. */
async function readableLines() {
  const { readableLine } = await import('./readable-lines.ts')
  return { write: (line: string) => void process.stdout.write(clear + readableLine(line)) }
}

export function isForPeople(logger: FastifyBaseLogger): boolean {
  return 'forPeople' in logger && logger.forPeople === true
}

/** One line per response, after it closes, in place of Fastify's lines. */
export class AnswerLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(_error: Error | null, request: FastifyRequest): void {
    request.raw.record.answered = true
  }

  /** The line of the response records that the client left. */
  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ reqId: request.id, err: error }, 'request failed')
  }

  override routeNotFound(): void {}
}

/** Fastify creates a child per request, which would cost more than the log line. */
export function withoutChildren(logger: FastifyBaseLogger): FastifyBaseLogger {
  const only: FastifyBaseLogger = Object.create(logger, { child: { value: () => only } })
  return only
}

/** Logs the name of the key's plan, and why a request was refused; never keys or headers, and queries only for people. */
export function logAnswer(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  const { id: reqId, method } = request
  const { key, answered, refusal } = request.raw.record
  const path = pathOf(request)
  const ms = Math.round(elapsedTime * 10) / 10
  const forPeople = isForPeople(request.log)
  const details = forPeople || refusal !== null ? detailsOf(request, forPeople) : undefined
  const text = answered ? 'answered' : 'response cut short'
  request.log.info({ reqId, method, path, status, ms, key: key?.name, ...details }, text)
}

/** As the client wrote it, without keys. */
export function pathOf(request: FastifyRequest): string {
  return request.server.state.keys.hide(urlOf(request).split('?', 1)[0]!)
}

export function urlOf({ raw, url }: FastifyRequest): string {
  return raw.record.basePath + url
}

function detailsOf(request: FastifyRequest, forPeople: boolean) {
  const { headers, server } = request
  const { refusal } = request.raw.record
  const { keys } = server.state
  const isKey = (text: string) => text === headers['x-api-key'] || keys.find(text) !== undefined
  const { url, hidden } = hideKeys(urlOf(request), isKey)
  const short = forPeople ? url.replace(/(continuation_token=[^&]{8})[^&]+/, '$1…') : undefined
  if (refusal === null) return { url: short }
  return { url: short, why: keys.hide(cleanerOf(hidden)(refusal)) }
}
