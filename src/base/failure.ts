import { percentDecoded } from './percent.ts'

const statuses = {
  badParameter: 400,
  badToken: 400,
  badUrl: 400,
  badRequest: 400,
  noKey: 401,
  unknownKey: 401,
  expiredKey: 401,
  revokedKey: 401,
  wrongTenant: 401,
  noControlToken: 401,
  notPermitted: 401,
  notInPlan: 403,
  forbidden: 403,
  notFound: 404,
  unknownCode: 404,
  noInstrument: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  requestTimeout: 408,
  conflict: 409,
  tooLarge: 413,
  tooLong: 414,
  notJson: 415,
  expectationFailed: 417,
  headersTooLarge: 431,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
} as const

export type FailureKind = keyof typeof statuses
export type FailureStatus = (typeof statuses)[FailureKind]

/** The cause of each status, for the documentation. */
export const meanings: Record<FailureStatus, string> = {
  400: 'malformed or missing parameter, invalid token, or path and query that disagree',
  401: 'missing, unknown, expired or revoked API key',
  403: "dataset, region or instrument outside the key's plan",
  404: 'unknown path, version or code, or a path on the wrong host',
  405: 'method other than GET, HEAD or OPTIONS',
  406: '`Accept` excludes JSON, or `Accept-Encoding` excludes every encoding',
  408: 'request that did not arrive in time',
  409: 'tenant name or id of a fault rule taken, 10,000 tenants already exist, or a journal has 20 live readers',
  413: 'body too large',
  414: 'URL or parameter too long',
  415: 'body that is not `application/json`',
  417: '`Expect` other than `100-continue`',
  429: 'rate limit of the key exceeded; `Retry-After` and `x-ratelimit-*` say when to retry',
  431: 'request line and headers too large',
  500: 'fault of this server; its log has the cause under the request id',
  503: 'store not ready or damaged, server stopping, maintenance switched on, or memory full of unread responses',
}

/**
 * Why a request is refused: thrown where it is found, rendered in one place. The message reaches the client; it names
 * the parameter or code at fault, its value and what would be right.
 */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly statusCode: number
  readonly headers: Record<string, string>

  constructor(kind: FailureKind, message: string, headers: Record<string, string> = {}) {
    // Whatever a message quotes: these characters would change how a terminal shows a log.
    super(message.replace(invisible, escaped))
    this.kind = kind
    this.statusCode = statuses[kind]
    this.headers = headers
  }
}

export function badParameter(message: string): Failure {
  return new Failure('badParameter', message)
}

export function unknownCode(message: string): Failure {
  return new Failure('unknownCode', message)
}

/** What will be possible soon. */
export function tryAgain(message: string, seconds: number): Failure {
  return new Failure('unavailable', `${message}; try again in ${seconds} s`, { 'retry-after': String(seconds) })
}

/** Errors of the framework and the store, reworded for clients. */
const translations: Record<string, (segments: string[]) => Failure> = {
  FST_ERR_BAD_URL: segments => {
    const wrong = segments.find(segment => percentDecoded(segment) === undefined) ?? ''
    return new Failure('badUrl', `the path must be percent-encoded UTF-8 (% itself is %25), not ${shown(wrong)}`)
  },
  FST_ERR_MAX_PARAM_LENGTH: segments => {
    const [longest = ''] = segments.sort((a, b) => b.length - a.length)
    return new Failure('tooLong', `${shown(longest)} in the path is too long for a code`)
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Failure('notJson', 'Content-Type of a body must be application/json'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Failure('tooLarge', 'the body must be at most 1 MiB'),
  UNREADABLE_STORE: () =>
    new Failure('unavailable', 'the store cannot be read; the log of the server has the cause under the request id'),
  FST_ERR_ROUTE_MISSING_HANDLER: () => new Failure('internal', 'internal error'),
}

/** An error that is not a Failure becomes an internal one, which hides its cause from the client. */
export function asFailure(error: unknown, url: string): Failure {
  if (error instanceof Failure) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const translate = code === undefined ? undefined : translations[code]
  if (translate) return translate(url.split('?', 1)[0]!.split('/'))
  if (statusCode && statusCode >= 400 && statusCode < 500) return clientFault(statusCode, (error as Error).message)
  return new Failure('internal', 'internal error; the log of the server has the cause under the request id')
}

function clientFault(status: number, message: string): Failure {
  const kind = (Object.keys(statuses) as FailureKind[]).find(kind => statuses[kind] === status) ?? 'badRequest'
  return new Failure(kind, message)
}

/** Characters of a value in a message. */
const shownLength = 60

/** Control characters that JSON does not escape, and those that change the text direction. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function escaped(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`
}

/** `a, b or c`. */
export function listed(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
}

/** A client's value in a message: quoted, control characters escaped, long values cut. */
export function shown(value: string, longest = shownLength): string {
  const text = value.length > longest ? `${value.slice(0, longest)}…` : value
  return JSON.stringify(text).replace(invisible, escaped)
}
