import type { FastifyRequest } from 'fastify'

declare module 'node:http' {
  interface IncomingMessage {
    /** What the client's URL began with, as `/eu` or `/t/NAME/eu`; removed before routing. */
    basePath?: string
    /** The region and the tenant that the base path names. */
    region?: string | undefined
    tenant?: string | undefined
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
