import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from '../settings.ts'
import { LogOutput } from './log-output.ts'

/** JSON lines on standard output, a line for a person where a person reads. */
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
    /** Whether its answer is out to the last byte. */
    answered: boolean
  }
}

/** What the framework would log of itself. Of an answer there is one line, once its response is closed. */
export class AnswerLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(_error: Error | null, request: FastifyRequest): void {
    request.answered = true
  }

  /** That a client left is in the line of its answer. */
  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') request.log.error({ reqId: request.id, err: error }, 'failed')
  }

  override routeNotFound(): void {}
}

/** It names the key by its plan's name: keys themselves, headers and queries are never logged. */
export function logAnswer(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  const { id: reqId, method, url, key, answered } = request
  const path = url.split('?', 1)[0]
  const ms = Math.round(elapsedTime * 10) / 10
  request.log.info({ reqId, method, path, status, ms, key: key?.name }, answered ? 'answered' : 'answer cut short')
}
