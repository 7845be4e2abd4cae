import { mix } from '../src/market/numbers/hash.ts'

export { byteSum, draw, mix, mostByteSum, normal, normalOf, Stream, unit } from '../src/market/numbers/hash.ts'

/** FNV-1a of a path such as `key(seed, 'price', 'btc')`, then mixed. */
export function keyOf(...path: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (let part = 0; part < path.length; part++) {
    if (part > 0) hash = Math.imul(hash ^ slash, prime)
    const text = String(path[part])
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime)
  }
  return mix(hash)
}

const prime = 0x01000193
const slash = '/'.charCodeAt(0)
