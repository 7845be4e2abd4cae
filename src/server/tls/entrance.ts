import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Failure, shown } from '../../base/failure.ts'
import { afterAnswers, refuse } from '../../http/connection/malformed.ts'
import { isLoopback } from '../../http/control/control-access.ts'
import type { Credentials } from './x509.ts'

/** First byte of a TLS connection. */
const handshake = 22
/** Longest wait for the first byte, and for the handshake. */
const patience = 10_000

export type Entrance = ReturnType<typeof entranceFor>

/** Serves HTTPS and HTTP on one port, and proxies requests for named hosts to this server itself. @param names in lower case */
export function entranceFor(credentials: Credentials, names: readonly string[]) {
  /** Connections before their first byte or in their handshake, by client address. */
  const undecided = new Map<string, Socket>()
  let ownPort = () => 0
  let deliver = (_socket: Socket): void => {}
  const options = { ...credentials, ALPNProtocols: ['http/1.1'], handshakeTimeout: patience, allowHalfOpen: true }
  const tls = createTlsServer(options, socket => {
    undecided.delete(clientOf(socket))
    deliver(socket)
  })
  tls.on('tlsClientError', (_error, socket) => socket.destroy())

  function refusalOf(authority: string): Failure | undefined {
    const [, name = '', port = ''] = /^\[?(.*?)\]?(?::(\d*))?$/.exec(authority.toLowerCase()) ?? []
    if (names.includes(name) || (isLoopback(name) && Number(port) === ownPort())) return undefined
    const known = names.length > 0 ? names.join(', ') : 'none are set'
    return new Failure(
      'forbidden',
      `the proxy serves the names of SANDBOX_HOSTS only (${known}), not ${shown(name)}: add it, as in --hosts us.market.example=us, or list it in NO_PROXY`,
    )
  }

  function admit(socket: Socket): void {
    const end = () => socket.destroy()
    const client = clientOf(socket)
    undecided.set(client, socket)
    socket.once('close', () => undecided.delete(client))
    socket.on('error', end).once('end', end).once('timeout', end).setTimeout(patience)
    const read = () => {
      const first: Buffer | null = socket.read(1)
      if (first === null) return void socket.once('readable', read)
      socket.unshift(first)
      socket.off('end', end).off('timeout', end).setTimeout(0)
      if (first[0] === handshake) return void tls.emit('connection', socket)
      undecided.delete(client)
      deliver(socket)
    }
    socket.once('readable', read)
  }

  return {
    guard(server: Server): void {
      const emit = server.emit.bind(server)
      deliver = socket => void emit('connection', socket)
      ownPort = () => (server.address() as AddressInfo).port
      server.emit = (event: string, ...values: unknown[]) => {
        if (event !== 'connection') return emit(event, ...values)
        admit(values[0] as Socket)
        return true
      }
    },

    /** Turns the connection into a tunnel, or returns the reason for a refusal. */
    connect({ url = '' }: IncomingMessage, socket: Socket, head: Buffer): Failure | undefined {
      socket.on('error', () => socket.destroy())
      const failure = refusalOf(url)
      afterAnswers(socket, () => {
        if (failure) return refuse(socket, failure, 'connect')
        // The splitter of pipelined requests would consume the bytes of the tunnel.
        socket.removeAllListeners('data')
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        if (head.length > 0) socket.unshift(head)
        admit(socket)
      })
      return failure
    },

    /** Undefined if the request is for this server. */
    refusal({ url = '' }: IncomingMessage): Failure | undefined {
      const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
      return authority === undefined ? undefined : refusalOf(authority)
    },

    close(): void {
      for (const socket of undecided.values()) socket.destroy()
    },
  }
}

function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
