import { mix } from '../src/market/numbers/hash.ts'

export { byteSum, draw, mix, normal, normalOf, Stream, unit } from '../src/market/numbers/hash.ts'

/** FNV-1a of a path such as `key(seed, 'price', 'btc')`, then mixed. */
export function keyOf(...path: (string | number)[]): number {
  let hash = 0x811c9dc5
  const text = path.join('/')
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mix(hash)
}
