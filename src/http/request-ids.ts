import type { IncomingMessage } from 'node:http'

/** Ids unique within this process. @param part thread or port, unless it is the first one */
export function requestIds(part?: number | string): () => string {
  const run = `${Date.now().toString(36)}${part === undefined ? '' : `.${part}`}`
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

/** The client's request id, if it is plain. */
export function givenId({ 'x-request-id': given }: IncomingMessage['headers']): string | undefined {
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : undefined
}
