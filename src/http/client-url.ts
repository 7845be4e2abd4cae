import type { FastifyRequest } from 'fastify'

declare module 'node:http' {
  interface IncomingMessage {
    /** `/eu` or `/us` where the client's URL began with it; removed before routing. */
    basePath?: string
  }
}

/** Scheme, host and port under which the client reached this server. */
export function clientOrigin(request: FastifyRequest): string {
  // A trusted proxy may pass on a scheme that its client made up.
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  return `${scheme}://${request.host}`
}

/** The URL under which the client reached this path: its own scheme, host, port and base path, without a query. */
export function clientUrl(request: FastifyRequest): string {
  const { basePath = '', url = '' } = request.raw
  return `${clientOrigin(request)}${basePath}${url.split('?', 1)[0]}`
}
