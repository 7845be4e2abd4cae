import { Readable } from 'node:stream'
import { Failure } from '../../base/failure.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'

const mostReaders = 20
/** Most unsent bytes before a slow reader is cut off; it can resume with its last id. */
const mostBehind = 1 << 20
/** Interval of heartbeats on an idle stream. Milliseconds. */
const heartbeat = 15_000

/**
 * Server-sent events: first the entries after an ordinal, then new ones.
 * @throws Failure if the journal has too many readers
 */
export function entryEvents(journal: Journal, after: number): Readable {
  if (journal.watched >= mostReaders)
    throw new Failure('conflict', `the journal already has ${mostReaders} live readers: close some of them`)
  const send = (text: string) => {
    if (stream.readableLength > mostBehind) stream.destroy()
    else stream.push(text)
  }
  const beat = setInterval(() => send(': alive\n\n'), heartbeat).unref()
  const end = () => {
    // Requests that end while the server stops would come after the end of the stream.
    leave()
    stream.push(null)
  }
  const leave = journal.watch({ entry: entry => send(eventOf(entry)), end })
  const stream = new Readable({
    read() {},
    destroy(error, done) {
      clearInterval(beat)
      leave()
      done(error)
    },
  })
  stream.push(`: journal\n\n${journal.read({ after }).map(eventOf).join('')}`)
  return stream
}

function eventOf(entry: JournalEntry): string {
  return `id: ${entry.ordinal}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`
}
