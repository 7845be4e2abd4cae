/** Mixes 32 bits: "lowbias32" of the hash-prospector project. Returns a signed integer. */
export function mix(bits: number): number {
  let x = bits
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return x ^ (x >>> 15)
}

const rounds = 4

/** A permutation of pairs of 32 bits, by a Feistel network: `unscrambled` has both from the result. Signed integers. */
export function scrambled(key: number, left: number, right: number): [number, number] {
  let [a, b] = [left | 0, right | 0]
  for (let n = 0; n < rounds; n++) [a, b] = [b, a ^ draw(key ^ b, n)]
  return [a, b]
}

export function unscrambled(key: number, left: number, right: number): [number, number] {
  let [a, b] = [left, right]
  for (let n = rounds - 1; n >= 0; n--) [a, b] = [b ^ draw(key ^ a, n), a]
  return [a, b]
}

/** The pseudo-random number at a counter of a key: a mixed Weyl sequence with random access. */
export function draw(key: number, counter: number): number {
  return mix((key + Math.imul(counter, 0x9e3779b9)) | 0)
}

/** 32 bits as a fraction, 0 inclusive to 1 exclusive. */
export function unit(bits: number): number {
  return (bits >>> 0) * 2.3283064365386963e-10
}

/** 32 bits as a nearly normal deviate of variance 1, within ±3.45, from the sum of their four bytes. */
export function normal(bits: number): number {
  return normalOf(byteSum(bits))
}

export const mostByteSum = 1020

/** Sum of the four bytes, at most `mostByteSum`: `normal(bits)` is `normalOf(byteSum(bits))`. */
export function byteSum(bits: number): number {
  return (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24)
}

export function normalOf(sum: number): number {
  return (sum - 510) * (1 / 147.8)
}

/** A sequence of draws for one bucket of one entity ("splitmix", 32 bits); cheaper than a counter if all are used. */
export class Stream {
  #state: number

  constructor(key: number) {
    this.#state = key | 0
  }

  restart(key: number): void {
    this.#state = key | 0
  }

  bits(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    return mix(this.#state)
  }

  unit(): number {
    return unit(this.bits())
  }

  normal(): number {
    return normal(this.bits())
  }
}
