import { draw, normal } from '../hash.ts'

/** Normal deviates at nodes `span` apart, blended in between with variance 1 at any time. */
export function noise(key: number, span: number, time: number): number {
  const cell = Math.floor(time / span)
  const a = normal(draw(key, cell))
  const share = time / span - cell
  if (share === 0) return a
  const rest = 1 - share
  return (a * rest + normal(draw(key, cell + 1)) * share) / Math.sqrt(rest * rest + share * share)
}
