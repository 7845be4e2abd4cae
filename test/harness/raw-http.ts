import { connect } from 'node:net'

/** The parts of a raw HTTP response. */
export interface RawAnswer {
  status: number
  headers: string
  body: string
}

/** Time after which an open connection counts as hanging; any refusal is faster. Milliseconds. */
const deadline = 10_000

/** Sends raw bytes and reads until the server closes; rejects if it neither answers nor closes. */
export function send(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(deadline, () => socket.destroy(new Error(`no response: ${JSON.stringify(received)}`)))
    socket.setEncoding('latin1').on('data', text => {
      received += text
    })
    socket.once('error', reject).once('close', () => resolve(parse(received)))
  })
}

function parse(received: string): RawAnswer {
  const [head = '', body = ''] = received.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body }
}
