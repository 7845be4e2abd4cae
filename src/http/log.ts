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

/** One line for each answer. It names the key by its plan's name: keys themselves, headers and queries are never logged. */
export class AnswerLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const { id: reqId, method, url, key } = request
    const path = url.split('?', 1)[0]
    const answer = {
      reqId,
      method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      key: key?.name,
    }
    if (error) request.log.warn({ ...answer, err: error }, 'answer cut short')
    else request.log.info(answer, 'answered')
  }

  override routeNotFound(): void {}
}
