import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { digestOf } from '../digest.ts'
import { Failure } from '../failure.ts'

/** Everything that a walk carries from page to page. */
export interface Walk {
  /** Dataset version of the first page. */
  version: string
  /** The horizon of the first page: the walk sees nothing at or after it. Milliseconds since 1970 UTC. */
  until: number
  /** Where what the key may read began at the first page, if that moves with the clock. */
  opened?: number
  /** Which page of the walk begins here, counted from 1. */
  page: number
  /** The first call's parameters, in the form in which a client sends them. */
  parameters: Record<string, string>
  /** The key of the next row, never an offset: rows added meanwhile move nothing. Empty: the walk's beginning. */
  position: Position
}
export type Position = readonly (string | number)[]

/** Characters of the hash that are kept: 132 bits. */
const sealLength = 22
/** Bytes of the key stream that one hash gives. */
const blockBytes = 64

/**
 * Continuation tokens: a keyed hash of the walk, and the walk itself masked by the key stream that this hash begins; both in
 * base64url. What a token is bound to (operation, path, API key) is hashed too but not carried: the client says it again
 * with every request. The same page gives the same token on every replica. This is SIV (RFC 5297) with SHA-2 in place of
 * AES: a cipher of `node:crypto` is a native object that the collector has to give back, one for each page that is opened
 * and one for each that is sealed, 5 to 8 µs each.
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
    // Several texts decode to the same bytes; only the one that was given out is a token.
    if (masked.toString('base64url') !== text) throw new Error('not canonical')
    const content = this.#masked(masked, seal).toString()
    if (!isSame(this.#sealOf(content, boundTo), seal)) throw new Error('not sealed here')
    return content
  }

  #sealOf(content: string, boundTo: string): string {
    return hash('sha512-256', `${this.#sealing}${boundTo}\0${content}`, 'base64url').slice(0, sealLength)
  }

  /** Masks bytes, and masked ones back, where they are. */
  #masked(bytes: Buffer, seal: string): Buffer {
    for (let begin = 0; begin < bytes.length; begin += blockBytes) {
      const stream = hash('sha512', `${this.#masking}${seal}${begin}`, 'buffer')
      const end = Math.min(begin + blockBytes, bytes.length)
      for (let n = begin; n < end; n++) bytes[n]! ^= stream[n - begin]!
    }
    return bytes
  }
}

/** Where a walk goes on; null is its beginning. */
export function placeOf({ position }: Walk): Position | null {
  return position.length > 0 ? position : null
}

/** A short id of a walk, which all of its pages have: of the question, its parameters and its horizon. */
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
