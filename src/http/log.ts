import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from '../settings.ts'
import { LogOutput } from './log-output.ts'

/** JSON lines on standard output, readable lines on a terminal. */
export async function createLogger(level: LogLevel, terminal: boolean) {
  const destination: DestinationStream = terminal ? await prettyLines() : new LogOutput()
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

async function prettyLines(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'reqId', translateTime: 'HH:MM:ss', singleLine: true, sync: true })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the answer was sent completely. */
    answered: boolean
  }
}

/** Replaces Fastify's logging: one line per answer, after its response closes. */
export class AnswerLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(_error: Error | null, request: FastifyRequest): void {
    request.answered = true
  }

  /** The line of the answer records that the client left. */
  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') request.log.error({ reqId: request.id, err: error }, 'failed')
  }

  override routeNotFound(): void {}
}

/** Logs the name of the key's plan; never keys, headers or queries. */
export function logAnswer(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  const { id: reqId, method, url, key, answered } = request
  const path = request.server.state.keys.hide(url.split('?', 1)[0]!)
  const ms = Math.round(elapsedTime * 10) / 10
  request.log.info({ reqId, method, path, status, ms, key: key?.name }, answered ? 'answered' : 'answer cut short')
}
