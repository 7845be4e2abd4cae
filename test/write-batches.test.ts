import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { batchSize, writeInBatches } from '../src/http/connection/write-batches.ts'
import t, { type Test } from './harness/tap.ts'

/** Server ends of connections. */
async function connections(t: Test, count: number): Promise<Socket[]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  for (let n = 0; n < count; n++) {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
    const [socket] = (await once(server, 'connection')) as [Socket]
    writeInBatches(socket)
    sockets.push(socket)
    t.teardown(() => void [client.destroy(), socket.destroy()])
  }
  t.teardown(() => server.close())
  return sockets
}

const answer = 'a response'

/** As Node's server writes. */
function send(socket: Socket): void {
  socket.cork()
  socket.write(answer)
  socket.uncork()
}

const waiting = (sockets: Socket[]) => sockets.map(({ writableLength }) => writableLength)

t.test('responses of a turn are written at its end', async t => {
  const sockets = await connections(t, 3)
  for (const socket of sockets) send(socket)
  t.strictSame(
    waiting(sockets),
    sockets.map(() => answer.length),
  )
  await turn()
  t.strictSame(waiting(sockets), [0, 0, 0])
})

t.test('a full batch is written at once', async t => {
  const sockets = await connections(t, batchSize + 1)
  for (const socket of sockets) send(socket)
  t.strictSame(
    waiting(sockets),
    sockets.map((_, n) => (n < batchSize ? 0 : answer.length)),
  )
  await turn()
  t.equal(sockets.at(-1)!.writableLength, 0)
})

t.test('several responses of a connection are written in order, also if it was corked again', async t => {
  const [socket] = (await connections(t, 1)) as [Socket]
  send(socket)
  send(socket)
  socket.cork()
  socket.write(answer)
  await turn()
  t.equal(socket.writableLength, 0)
  t.equal(socket.bytesWritten, 3 * answer.length)
})

t.test('a connection that is closed before its batch does not delay the others', async t => {
  const [gone, other] = (await connections(t, 2)) as [Socket, Socket]
  for (const socket of [gone, other]) send(socket)
  gone.destroy()
  await turn()
  t.equal(other.writableLength, 0)
})
