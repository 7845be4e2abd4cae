/** Any web page may read the data, and every header beside them; no cookie is ever asked for. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
} as const

/** What a browser asks before it sends a key. It may remember the answer for a day. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'X-Api-Key, X-Request-Id, If-None-Match, *',
  'access-control-max-age': '86400',
} as const
