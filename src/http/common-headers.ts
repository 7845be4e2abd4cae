/** Any web page may read responses and headers; no cookies are used. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
} as const

/** Browsers may cache it for a day. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'X-Api-Key, X-Request-Id, If-None-Match, *',
  'access-control-max-age': '86400',
} as const

/** Headers of every response: browsers neither sniff content types nor forward URLs, which may hold a token. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const
