import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { digestOf } from '../digest.ts'
import { Failure } from '../failure.ts'

/** Everything that a walk carries between pages. */
export interface Walk {
  /** Dataset version of the first page. */
  version: string
  /** Horizon of the first page: later facts stay invisible. Milliseconds since 1970 UTC. */
  until: number
  /** Start of the readable range on the first page, if it moves with the clock. */
  opened?: number
  /** Number of the next page, from 1. */
  page: number
  /** Parameters of the first call, as a client sends them. */
  parameters: Record<string, string>
  /** Key of the next row, not an offset, so added rows do not shift it. Empty: start of the walk. */
  position: Position
}
export type Position = readonly (string | number)[]

/** Kept characters of the hash: 132 bits. */
const sealLength = 22
/** Key-stream bytes per hash. */
const blockBytes = 64

/**
 * Continuation tokens: a keyed hash of the walk, then the walk masked by the key stream that the hash starts, in
 * base64url. The binding (operation, path, API key) is hashed but not carried. The same page gives the same token on
 * every replica. This is SIV (RFC 5297) with SHA-2 in place of AES: each cipher of `node:crypto` is a native object, 5
 * to 8 µs per page.
 */
export class Tokens {
  readonly #sealing: string
  readonly #masking: string

  constructor(secret: string) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secret, 'market-data-sandbox', purpose, 32)).toString('hex')
    this.#sealing = derive('seal')
    this.#masking = derive('mask')
  }

  seal(walk: Walk, boundTo: string): string {
    const { version, until, opened, page, parameters, position } = walk
    const place = opened === undefined ? [until, page] : [until, page, opened]
    const content = JSON.stringify([version, place, parameters, ...position])
    const seal = this.#sealOf(content, boundTo)
    return seal + this.#masked(Buffer.from(content), seal).toString('base64url')
  }

  open(token: string, boundTo: string): Walk {
    try {
      const [version, [until, page, opened], parameters, ...position] = JSON.parse(this.#unseal(token, boundTo))
      return { version, until, ...(opened !== undefined && { opened }), page, parameters, position }
    } catch {
      throw new Failure(
        'badToken',
        'continuation_token must be one that this operation returned for this API key; send it unchanged',
      )
    }
  }

  #unseal(token: string, boundTo: string): string {
    const seal = token.slice(0, sealLength)
    const text = token.slice(sealLength)
    const masked = Buffer.from(text, 'base64url')
    // Several texts decode to the same bytes; only the canonical one is valid.
    if (masked.toString('base64url') !== text) throw new Error('not canonical')
    const content = this.#masked(masked, seal).toString()
    if (!isSame(this.#sealOf(content, boundTo), seal)) throw new Error('not sealed here')
    return content
  }

  #sealOf(content: string, boundTo: string): string {
    return hash('sha512-256', `${this.#sealing}${boundTo}\0${content}`, 'base64url').slice(0, sealLength)
  }

  /** Masks or unmasks bytes in place. */
  #masked(bytes: Buffer, seal: string): Buffer {
    for (let begin = 0; begin < bytes.length; begin += blockBytes) {
      const stream = hash('sha512', `${this.#masking}${seal}${begin}`, 'buffer')
      const end = Math.min(begin + blockBytes, bytes.length)
      for (let n = begin; n < end; n++) bytes[n]! ^= stream[n - begin]!
    }
    return bytes
  }
}

/** Position of a walk; null is its start. */
export function placeOf({ position }: Walk): Position | null {
  return position.length > 0 ? position : null
}

/** Short id of a walk: a hash of its question, parameters and horizon. */
export function walkId(boundTo: string, { version, until, written }: WalkOrigin): string {
  return digestOf([boundTo, version, until, JSON.stringify(written)].join('\n')).slice(0, 12)
}

interface WalkOrigin {
  version: string
  until: number
  written: Record<string, string>
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
