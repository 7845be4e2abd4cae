import { connect } from 'node:net'
import type { Shot } from './requests.ts'

/** Status of the first response, or how the connection ended; `later` is a 503 that says when to come back. */
export type Outcome = number | 'later' | 'closed' | 'hangs' | 'not JSON'

/** Longer than any response takes, also on a busy machine. Milliseconds. */
const deadline = 90_000

/** Sends bytes and half-closes; the connection must then end. */
export function fire(port: number, { bytes }: Shot): Promise<Outcome> {
  return new Promise(resolve => {
    let received = ''
    let hangs = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(bytes, 'utf8'))
    const timer = setTimeout(() => {
      hangs = true
      socket.destroy()
    }, deadline)
    socket.setEncoding('latin1').on('data', text => {
      received += text
    })
    // The server may reset a connection whose bytes it refuses to read.
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(hangs ? 'hangs' : outcomeOf(received))
    })
  })
}

function outcomeOf(all: string): Outcome {
  const received = all.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
  const end = received.indexOf('\r\n\r\n')
  const head = received.slice(0, end)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1])
  if (Number.isNaN(status)) return 'closed'
  // Times before the store are generated when asked for; a request may meet many others that wait for them.
  if (status === 503 && /^retry-after: \d+/im.test(head)) return 'later'
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
  const isWhole = !Number.isNaN(length) && received.length >= end + 4 + length
  if (!isWhole || length === 0 || !/^content-type: application\/json/im.test(head) || /^content-encoding/im.test(head))
    return status
  return isJson(received.slice(end + 4, end + 4 + length)) ? status : 'not JSON'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
