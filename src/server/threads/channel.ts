import { ReadableStream } from 'node:stream/web'
import type { Transferable } from 'node:worker_threads'
import { type BirpcReturn, createBirpc } from 'birpc'
import { Failure } from '../../base/failure.ts'

interface Port {
  postMessage(message: unknown, transferred: Transferable[]): void
  on(event: 'message', hear: (message: unknown) => void): unknown
}

interface Message {
  r?: { content?: unknown }
  e?: unknown
}

/** Calls keep their order; a Failure arrives as a Failure. @param functions that the other thread may call */
export function openChannel<Remote extends object, Local extends object>(
  port: Port,
  functions: Local,
): BirpcReturn<Remote, Local> {
  return createBirpc<Remote, Local>(functions, {
    post: (message: Message) => {
      const { content } = message.r ?? {}
      // Streams are transferred, not copied.
      port.postMessage(message, content instanceof ReadableStream ? [content as unknown as Transferable] : [])
    },
    on: hear => void port.on('message', hear),
    bind: 'functions',
    // No timeout: a verification may wait for a minute.
    timeout: -1,
    serialize: (message: Message) =>
      message.e instanceof Failure ? { ...message, e: { ...message.e, message: message.e.message } } : message,
    deserialize: (message: Message) => {
      if (!isFailure(message.e)) return message
      const { kind, message: text, headers } = message.e
      return { ...message, e: new Failure(kind, text, headers) }
    },
  })
}

type PlainFailure = Pick<Failure, 'kind' | 'message' | 'headers'>

function isFailure(error: unknown): error is PlainFailure {
  return typeof error === 'object' && error !== null && 'kind' in error && !(error instanceof Error)
}
