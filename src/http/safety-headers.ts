/** Headers of every response: browsers neither sniff content types nor forward URLs, which may hold a token. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const
