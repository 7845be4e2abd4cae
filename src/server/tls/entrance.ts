import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { Failure, shown } from '../../base/failure.ts'
import { afterAnswers, refuse } from '../../http/connection/malformed.ts'
import { isLoopback } from '../../http/control/control-access.ts'
import type { Credentials } from './x509.ts'

/** First byte of a TLS connection. */
const handshake = 22
/** Longest wait for the first byte, and for the handshake. */
const patience = 10_000

/** Serves HTTPS and HTTP on one port, and proxies requests for named hosts to this server itself. */
export class Entrance {
  readonly #tls: TlsServer
  readonly #names: readonly string[]
  /** Connections before their first byte or in their handshake, by client address. */
  readonly #undecided = new Map<string, Socket>()
  #port = () => 0
  #deliver = (_socket: Socket): void => {}

  /** @param names in lower case */
  constructor(credentials: Credentials, names: readonly string[]) {
    this.#names = names
    const options = { ...credentials, ALPNProtocols: ['http/1.1'], handshakeTimeout: patience, allowHalfOpen: true }
    this.#tls = createTlsServer(options, socket => {
      this.#undecided.delete(clientOf(socket))
      this.#deliver(socket)
    })
    this.#tls.on('tlsClientError', (_error, socket) => socket.destroy())
  }

  guard(server: Server): void {
    const emit = server.emit.bind(server)
    this.#deliver = socket => void emit('connection', socket)
    this.#port = () => (server.address() as AddressInfo).port
    server.emit = (event: string, ...values: unknown[]) => {
      if (event !== 'connection') return emit(event, ...values)
      this.#admit(values[0] as Socket)
      return true
    }
  }

  /** Turns the connection into a tunnel, or returns the reason for a refusal. */
  connect({ url = '' }: IncomingMessage, socket: Socket, head: Buffer): Failure | undefined {
    socket.on('error', () => socket.destroy())
    const failure = this.#refusalOf(url)
    afterAnswers(socket, () => {
      if (failure) return refuse(socket, failure, 'connect')
      // The splitter of pipelined requests would consume the bytes of the tunnel.
      socket.removeAllListeners('data')
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      if (head.length > 0) socket.unshift(head)
      this.#admit(socket)
    })
    return failure
  }

  /** Undefined if the request is for this server. */
  refusal({ url = '' }: IncomingMessage): Failure | undefined {
    const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
    return authority === undefined ? undefined : this.#refusalOf(authority)
  }

  close(): void {
    for (const socket of this.#undecided.values()) socket.destroy()
  }

  #refusalOf(authority: string): Failure | undefined {
    const [, name = '', port = ''] = /^\[?(.*?)\]?(?::(\d*))?$/.exec(authority.toLowerCase()) ?? []
    if (this.#names.includes(name) || (isLoopback(name) && Number(port) === this.#port())) return undefined
    const known = this.#names.length > 0 ? this.#names.join(', ') : 'none are set'
    return new Failure(
      'forbidden',
      `the proxy serves the names of SANDBOX_HOSTS only (${known}), not ${shown(name)}: add it, as in --hosts us.market.example=us, or list it in NO_PROXY`,
    )
  }

  #admit(socket: Socket): void {
    const end = () => socket.destroy()
    const client = clientOf(socket)
    this.#undecided.set(client, socket)
    socket.once('close', () => this.#undecided.delete(client))
    socket.on('error', end).once('end', end).once('timeout', end).setTimeout(patience)
    const read = () => {
      const first: Buffer | null = socket.read(1)
      if (first === null) return void socket.once('readable', read)
      socket.unshift(first)
      socket.off('end', end).off('timeout', end).setTimeout(0)
      if (first[0] === handshake) return void this.#tls.emit('connection', socket)
      this.#undecided.delete(client)
      this.#deliver(socket)
    }
    socket.once('readable', read)
  }
}

function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
