/** On every answer: browsers take no body for another type than it says, and pass no URL on, which may hold a token. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const
