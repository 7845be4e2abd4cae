import { ReadableStream } from 'node:stream/web'
import type { Transferable } from 'node:worker_threads'
import { type BirpcReturn, createBirpc } from 'birpc'
import { Failure, type FailureKind } from '../../base/failure.ts'

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
    post: (message: Message) => port.postMessage(message, streamsIn(message)),
    on: hear => void port.on('message', hear),
    bind: 'functions',
    // No timeout: a verification may wait for a minute.
    timeout: -1,
    serialize: (message: Message) =>
      message.e instanceof Failure ? { ...message, e: { ...message.e, message: message.e.message } } : message,
    deserialize: (message: Message) => (isFailure(message.e) ? { ...message, e: failureFrom(message.e) } : message),
  })
}

/** Streams are transferred, not copied. */
function streamsIn({ r }: Message): Transferable[] {
  return r?.content instanceof ReadableStream ? [r.content as unknown as Transferable] : []
}

type PlainFailure = Pick<Failure, 'kind' | 'message' | 'headers'>

function isFailure(error: unknown): error is PlainFailure {
  return typeof error === 'object' && error !== null && 'kind' in error && !(error instanceof Error)
}

function failureFrom({ kind, message, headers }: PlainFailure): Failure {
  return new Failure(kind as FailureKind, message, headers)
}
