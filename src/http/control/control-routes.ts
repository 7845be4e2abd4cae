import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure, shown } from '../../base/failure.ts'
import type { Powers } from '../../control/powers.ts'
import type { Register } from '../../control/tenants/register.ts'
import { checkEncoding } from '../checks.ts'
import type { RunVerb } from './control.ts'
import { type ControlAccess, checkControl } from './control-access.ts'

/** Of any verb. Bytes. */
const largestBody = 1 << 20

export interface ControlOptions {
  tenants: Register
  run: RunVerb
  access: ControlAccess
  dataOrigin(request: FastifyRequest): string
}

export function isControlPath(url: string): boolean {
  return /^\/sandbox(?:[/?]|$)/.test(url)
}

/** Loaded with the first request. */
export function runHere(powers: Powers): RunVerb {
  return async call => (await import('./control.ts')).runVerb(powers, call)
}

/** Loaded with the first request. */
export function controlRoutes({ dataOrigin, ...control }: ControlOptions) {
  return async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    // The verb parses it: until then, its limit is not known.
    app.addContentTypeParser<string>(
      'application/json',
      { parseAs: 'string', bodyLimit: largestBody },
      (_request, text, done) => done(null, text),
    )
    app.addHook('preParsing', (_request, _reply, payload, done) => done(null, joined(payload as Readable)))
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('cache-control', 'no-store')
      if (request.raw.record.basePath !== '')
        throw new Failure('notFound', 'the control plane is served only at /sandbox/')
      checkEncoding(request)
      checkControl(request, control.access)
      dropUnusedContentType(request)
      checkForm(request)
      done()
    })
    for (const path of ['/sandbox', '/sandbox/*'])
      app.all(path, async (request, reply) => {
        const { answerControl } = await import('./control.ts')
        return answerControl(request, reply, control, dataOrigin(request))
      })
  }
}

/**
 * Joins the chunks that have arrived, because the framework keeps each as a buffer: a body of a megabyte in chunks of one byte
 * took 150 MB.
 */
export function joined(payload: Readable): Readable {
  // Nobody else hears of a client that leaves after its body was refused as too large, and the error would end the process.
  return Readable.from(arrivals(payload), { objectMode: false }).on('error', () => {})
}

async function* arrivals(payload: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  for await (const part of payload.iterator({ destroyOnReturn: false })) {
    parts.push(part)
    if (payload.readableLength > 0) continue
    yield Buffer.concat(parts)
    parts = []
  }
}

/** Bodies are read as they arrive, as UTF-8. */
function checkForm({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw new Failure('notJson', `Content-Encoding must be identity or left out, not ${shown(encoding)}`)
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '') ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Failure('notJson', `the charset of the body must be utf-8, not ${shown(charset)}`)
}

/** A type without a body, as some clients send it with DELETE: the framework would wait for the end of a body. */
function dropUnusedContentType({ raw: { headers } }: FastifyRequest): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
    delete headers['content-type']
}
