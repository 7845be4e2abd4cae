import type { FastifyRequest } from 'fastify'

declare module 'node:http' {
  interface IncomingMessage {
    /** `/eu` or `/t/NAME/eu`, for example; removed before routing. */
    basePath?: string
    region?: string | undefined
    tenant?: string | undefined
    /** The client sent no host, or an empty one; the header holds this server's address. */
    hostless?: boolean
  }
}

/** Scheme, host and port that the client used. */
export function clientOrigin(request: FastifyRequest): string {
  // A trusted proxy may forward a scheme that its client invented.
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  return `${scheme}://${request.host}`
}

/** URL that the client used, without its query. */
export function clientUrl(request: FastifyRequest): string {
  const { basePath = '', url = '' } = request.raw
  return `${clientOrigin(request)}${basePath}${url.split('?', 1)[0]}`
}
