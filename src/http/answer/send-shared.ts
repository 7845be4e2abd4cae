import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { inTurn } from '../../operations/paging/turns.ts'

/** Bytes written at once. */
const part = 1 << 16

/** Sends bytes that several responses may share, such as a file: large ones in turn, at the client's pace. */
export function sendShared(reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (bytes.length <= part || reply.request.method === 'HEAD') return reply.send(bytes)
  return sendParts(reply.header('content-length', bytes.length), bytes)
}

export function sendParts(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.send(Readable.from(partsOf(bytes)))
}

async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes.length; sent += part) {
    yield bytes.subarray(sent, sent + part)
    await inTurn(() => {})
  }
}
