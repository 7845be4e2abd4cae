import type { IncomingMessage } from 'node:http'
import type { Keys } from '../../plans/keys.ts'

/** Ids unique within this process. @param part thread or port, unless it is the first one */
export function requestIds(part?: number | string): () => string {
  const run = `${Date.now().toString(36)}${part === undefined ? '' : `.${part}`}`
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

/** Reads the client's request id, if it is plain and holds no key: logs show it. @param token of the control plane */
export function givenIds(keys: Pick<Keys, 'isIn'>, token: string) {
  return ({ 'x-request-id': given, 'x-api-key': key, authorization }: IncomingMessage['headers']) => {
    if (typeof given !== 'string' || !/^[\w.:-]{1,64}$/.test(given)) return undefined
    const secrets = [key, authorization?.replace(/^\S+ /, ''), token]
    const isSecret = secrets.some(secret => secret && given.includes(String(secret))) || keys.isIn(given)
    return isSecret ? undefined : given
  }
}
