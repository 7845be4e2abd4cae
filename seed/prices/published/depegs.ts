import { lazy } from '../../../src/market/made-once.ts'
import { exp } from '../../../src/market/numbers/portable-math.ts'
import { hour as hourMs, minute } from '../../../src/market/time.ts'
import { entriesOf } from '../../table-text.ts'
import type { Path } from '../marks.ts'

/** Last prices of hours in USD, as CryptoCompare published them: the start of an hour, its price and those of the next hours. */
const usdCoin = `
  2023-03-10T21:00Z 0.9973 0.9942 0.9983
  2023-03-11T00:00Z 0.9948 0.9947 0.9929 0.9237 0.9535 0.9467 0.922 0.9022 0.923 0.9113 0.9144 0.9121
  2023-03-11T12:00Z 0.905 0.9113 0.9164 0.9208 0.9293 0.9495 0.9532 0.9541 0.9806 0.9594 0.9557 0.9679
  2023-03-12T00:00Z 0.9684 0.9807 0.9817 0.9847 0.9783 0.9747 0.9558 0.9484 0.9539 0.9572 0.96 0.9574
  2023-03-12T12:00Z 0.9568 0.9626 0.9609 0.9596 0.9603 0.9679 0.9706 0.9658 0.9702 0.9697 0.9902 0.9912
  2023-03-13T00:00Z 0.9943 0.9949 0.9958 0.9938 0.993 0.991 0.9912 0.9919 0.9911 0.9907 0.9894 0.9895
  2023-03-13T12:00Z 0.9904 0.9987 0.9984 0.9987 0.9987 0.9985 0.9993 0.9992 0.9991 0.9989 0.9989 0.9988`

/** Prices at times between the ends of hours: the lowest, and where the table leads. */
const [lowest, whole] = [
  ['2023-03-11T07:30Z', 0.8774],
  ['2023-03-14T12:00Z', 1],
] as const

/** Parts of what the first coin lost. Dai, which it backed, was at about 0.897 when it was lowest. */
const parts: Partial<Record<string, number>> = { usdc: 1, dai: 0.85 }

/** In USD, the first and the last at the peg. */
type PeggedPrice = readonly [time: number, price: number]

const marks = lazy((): readonly PeggedPrice[] => {
  const hours = entriesOf(usdCoin).flatMap(([start = '', ...prices]) =>
    prices.map((price, n): PeggedPrice => [Date.parse(start) + (n + 1) * hourMs, Number(price)]),
  )
  const others = [lowest, whole].map(([time, price]): PeggedPrice => [Date.parse(time), price])
  const [first] = hours[0]!
  return [[first - hourMs, 1] as const, ...hours, ...others].sort(([a], [b]) => a - b)
})

/** Whether a coin was off its peg in an hour, as it was published. */
export function wasOffPeg(code: string, hour: number): boolean {
  return parts[code] !== undefined && hour * hourMs >= marks()[0]![0] && hour * hourMs < marks().at(-1)![0]
}

function priceAt(time: number): number {
  const next = marks().findIndex(mark => mark[0] > time)
  if (next < 1) return 1
  const [[from, start], [to, end]] = [marks()[next - 1]!, marks()[next]!]
  return start + ((end - start) * (time - from)) / (to - from)
}

/**
 * A peg that was lost for days and came back: hours end at the published prices. @param own a movement of the logarithm of the loss, of
 * which each hour has what is left when its ends are set to 0
 */
export function offPeg(peg: Path, code: string, own: () => Path): Path {
  const part = parts[code]
  if (part === undefined) return peg
  const path = lazy(own)
  const left = (time: number, moved: number) => 1 - part * (1 - priceAt(time)) * exp(moved)
  const each = (prices: Float64Array, hour: number, minutes: number, movement: (path: Path) => Float64Array) => {
    if (!wasOffPeg(code, hour)) return prices
    const [values, start, end] = [movement(path()), path().opening(hour), path().opening(hour + 1)]
    return prices.map((price, n) => {
      const past = (n * minutes) / 60
      const moved = past % 1 === 0 ? 0 : values[n]! - start - past * (end - start)
      return price * left(hour * hourMs + n * minutes * minute, moved)
    })
  }
  return {
    hour: hour => each(peg.hour(hour), hour, 1, path => path.hour(hour)),
    fives: hour => each(peg.fives(hour), hour, 5, path => path.fives(hour)),
    opening: hour => peg.opening(hour) * (wasOffPeg(code, hour) ? left(hour * hourMs, 0) : 1),
  }
}
