import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto'
import { Failure } from '../failure.ts'

/** Everything that a walk carries from page to page. */
export interface Walk {
  /** Dataset version of the first page. */
  version: string
  /** The horizon of the first page: the walk sees nothing at or after it. Milliseconds since 1970 UTC. */
  until: number
  /** Where what the key may read began at the first page, if that moves with the clock. */
  opened?: number
  /** The first call's parameters, in the form in which a client sends them. */
  parameters: Record<string, string>
  /** The key of the next row, never an offset: rows added meanwhile move nothing. */
  position: Position
}
export type Position = readonly (string | number)[]

const nonceBytes = 12
const tagBytes = 16

/**
 * Continuation tokens: AES-256-GCM over the walk, in base64url. What a token is bound to (operation, path, API key) is
 * authenticated but not carried: the client says it again with every request. The nonce is a keyed hash of the content, so
 * that the same page gives the same token on every replica, and two contents never share one.
 */
export class Tokens {
  readonly #sealing: KeyObject
  readonly #nonces: string

  constructor(secret: string) {
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'market-data-sandbox', purpose, 32))
    this.#sealing = createSecretKey(derive('seal'))
    this.#nonces = derive('nonce').toString('hex')
  }

  seal(walk: Walk, boundTo: string): string {
    const { version, until, opened, parameters, position } = walk
    const times = opened === undefined ? until : [until, opened]
    const content = JSON.stringify([version, times, parameters, ...position])
    const nonce = hash('sha256', `${this.#nonces}${boundTo}\0${content}`, 'buffer').subarray(0, nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce).setAAD(Buffer.from(boundTo))
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64url')
  }

  open(token: string, boundTo: string): Walk {
    try {
      const [version, times, parameters, ...position] = JSON.parse(this.#unseal(token, boundTo))
      const [until, opened] = [times].flat()
      return { version, until, ...(opened !== undefined && { opened }), parameters, position }
    } catch {
      throw new Failure(
        'badToken',
        'continuation_token is not one that this operation gave to this key: send it exactly as it came, with the same path and key',
      )
    }
  }

  #unseal(token: string, boundTo: string): string {
    const sealed = Buffer.from(token, 'base64url')
    // Several texts decode to the same bytes; only the one that was given out is a token.
    if (sealed.toString('base64url') !== token) throw new Error('not canonical')
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-tagBytes))
    return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  }
}
