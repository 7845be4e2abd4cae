import type { FastifyReply, FastifyRequest } from 'fastify'
import { elapsed } from '../../base/clock.ts'
import { asFailure, Failure, type FailureKind } from '../../base/failure.ts'
import { headerText } from '../../operations/hints.ts'
import type { Keys } from '../../plans/keys.ts'
import { UnreadableStore } from '../../store/store-failure.ts'
import { corsHeaders, safetyHeaders } from '../common-headers.ts'

type Headers = Record<string, string | number>

const json = 'application/json; charset=utf-8'

/** How production was seen to refuse keys and plans. */
const asProduction: Partial<Record<FailureKind, [kind: FailureKind, message: string]>> = {
  noKey: ['forbidden', 'Please provide authentication details'],
  notInPlan: ['notPermitted', 'not authorized: user has no permission over these instruments'],
}

/** The failure as clients of this request get it: with lenient validation as production's, and ours as a hint. */
export function refusalOf(error: unknown, { url, raw }: FastifyRequest): Failure {
  const { record } = raw
  const failure = asFailure(error, url)
  const known = record.tenant?.validation === 'lenient' ? asProduction[failure.kind] : undefined
  const refusal = known
    ? new Failure(...known, { ...failure.headers, 'x-sandbox-hint': headerText(failure.message) })
    : failure
  record.refusal = refusal.message
  return refusal
}

export function failureBody({ message }: Failure): string {
  return JSON.stringify({ result: 'error', message })
}

/** Writes the failures of an app, and logs what the server is to blame for. @param headersOf besides the failure's own */
export function failureWriter(keys: Pick<Keys, 'hide'>, headersOf: (request: FastifyRequest) => Headers) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // Fastify's error for a stream it closed itself after the client left: not a fault.
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return
    const failure = refusalOf(error, request)
    // For requests refused before their tenant is known, which may be journaled, too.
    request.raw.record.sent ??= elapsed()
    const { id: reqId, log } = request
    if (failure.kind === 'internal' || error instanceof UnreadableStore)
      log.error({ reqId, err: error }, 'request failed')
    else log.debug({ reqId, kind: failure.kind, message: keys.hide(failure.message) }, 'request refused')
    reply
      .code(failure.statusCode)
      .headers({ ...headersOf(request), ...failure.headers })
      .removeHeader('etag')
      .type(json)
      .send(failureBody(failure))
  }
}

/** A response outside the apps, written by Node. */
export interface BareResponse {
  status: number
  headers: Headers
  body: string
}

export function bareResponse(status: number, body: string, headers: Headers = {}): BareResponse {
  const own = {
    ...corsHeaders,
    ...safetyHeaders,
    'cache-control': 'no-store',
    'content-type': json,
    'content-length': Buffer.byteLength(body),
  }
  return { status, headers: { ...own, ...headers }, body }
}

export function bareRefusal(failure: Failure, headers: Headers = {}): BareResponse {
  return bareResponse(failure.statusCode, failureBody(failure), { ...failure.headers, ...headers })
}
