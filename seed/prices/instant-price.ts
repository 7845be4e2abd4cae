import { minute as minuteMs, second } from '../../src/market/time.ts'
import { draw, mix } from '../hash.ts'
import type { Detail } from './detail.ts'
import { type HourPrices, newMarks } from './marks.ts'

const quarter = 15 * second
const quarterMarks = 241
const fiveMinutes = 12
/** A whole hour of quarter minutes, then the deviation of a minute's move in each five minutes. */
const detailedMarks = quarterMarks + fiveMinutes

/** One of 256 evenly spaced values of variance 1. */
const evenly = Float64Array.from({ length: 256 }, (_, byte) => (byte - 127.5) / Math.sqrt((256 * 256 - 1) / 12))
/** Deviations of the midpoint of a minute, of half a minute, and so on, for minutes with a deviation of 1. */
const [halves, quarters, eighths, finer, finest] = [1, 2, 4, 8, 16].map(parts => 0.5 / Math.sqrt(parts)) as Five

type Five = [number, number, number, number, number]

/**
 * Refines the 61 minute marks of an hour to quarters of a minute. Each midpoint is displaced as in a Brownian bridge, by
 * the roughness of the five minutes around.
 */
export function detailed(
  minutes: Float64Array,
  hour: number,
  { marketKey, ownKey, market, own }: Detail,
): Float64Array {
  const out = newMarks(detailedMarks)
  for (let i = 0; i < 60; i++) {
    const roughness = i % 5 === 0 ? deviation(minutes, i) : out[quarterMarks + Math.floor(i / 5)]!
    if (i % 5 === 0) out[quarterMarks + i / 5] = roughness
    const [a, b] = [draw(marketKey, hour * 60 + i), draw(ownKey, hour * 60 + i)]
    const [start, end] = [minutes[i]!, minutes[i + 1]!]
    const shift = (byte: number) =>
      roughness * (market * evenly[(a >>> byte) & 255]! + own * evenly[(b >>> byte) & 255]!)
    const middle = (start + end) / 2 + halves * shift(0)
    out[i * 4] = start
    out[i * 4 + 1] = (start + middle) / 2 + quarters * shift(8)
    out[i * 4 + 2] = middle
    out[i * 4 + 3] = (middle + end) / 2 + quarters * shift(16)
  }
  out[quarterMarks - 1] = minutes[60]!
  return out
}

function deviation(minutes: Float64Array, first: number): number {
  let sum = 0
  for (let n = first; n < first + 5; n++) {
    const move = minutes[n + 1]! - minutes[n]!
    sum += move * move
  }
  return Math.sqrt(sum / 5)
}

/** An asset's USD price at any instant: a rough path through its minute marks. */
export class InstantPrice {
  readonly #source: HourPrices
  readonly #detail: Detail | null
  readonly #perStep: number
  #marks: Float64Array = new Float64Array(0)
  #first = 0

  /** @param source minute marks if there is no detail, otherwise those of `detailed` */
  constructor(source: HourPrices, detail: Detail | null) {
    this.#source = source
    this.#detail = detail
    this.#perStep = 1 / (detail ? quarter : 4 * quarter)
  }

  enter(hour: number): void {
    this.#marks = this.#source(hour)
    this.#first = hour * (quarterMarks - 1)
  }

  /** One price per minute, without moves below 15 seconds. @param offsets after the start of each minute */
  quoted(offsets: Float64Array, out: Float64Array): void {
    const [marks, perStep] = [this.#marks, this.#perStep]
    const steps = minuteMs * perStep
    for (let i = 0; i < 60; i++) {
      const time = i * steps + offsets[i]! * perStep
      const n = Math.floor(time)
      out[i] = marks[n]! + (marks[n + 1]! - marks[n]!) * (time - n)
    }
  }

  /** In steps of two seconds. @param offset after the start of the hour */
  at(offset: number): number {
    const marks = this.#marks
    const time = offset * this.#perStep
    const n = Math.floor(time)
    const straight = marks[n]! + (marks[n + 1]! - marks[n]!) * (time - n)
    if (this.#detail === null) return straight
    return straight + marks[quarterMarks + Math.floor(n * 0.05)]! * this.#finer(n, time - n)
  }

  /** A bridge of eight steps over a quarter of a minute. */
  #finer(n: number, share: number): number {
    const { marketKey, ownKey, market, own } = this.#detail!
    const [a, b] = [draw(marketKey + 1, this.#first + n), draw(ownKey + 1, this.#first + n)]
    const [half, fourth] = [share < 0.5 ? 0 : 1, Math.floor(share * 4)]
    const second = 8 + 8 * half
    const third = 8 * fourth
    return (
      (market * evenly[a & 255]! + own * evenly[b & 255]!) * (eighths * tent(share)) +
      (market * evenly[(a >>> second) & 255]! + own * evenly[(b >>> second) & 255]!) *
        (finer * tent(share * 2 - half)) +
      (market * evenly[(mix(a) >>> third) & 255]! + own * evenly[(mix(b) >>> third) & 255]!) *
        (finest * tent(share * 4 - fourth))
    )
  }
}

function tent(share: number): number {
  return 2 * Math.min(share, 1 - share)
}
