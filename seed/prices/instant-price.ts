import { second } from '../../src/market/time.ts'
import { draw, mix } from '../hashed-draws.ts'
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
export function detailed(minutes: Float64Array, hour: number, detail: Detail): Float64Array {
  const out = newMarks(detailedMarks)
  for (let five = 0; five < fiveMinutes; five++) {
    const roughness = deviation(minutes, 5 * five)
    out[quarterMarks + five] = roughness
    for (let i = 5 * five; i < 5 * five + 5; i++) refine(minutes, hour, i, roughness, detail, out)
  }
  return out
}

function refine(
  minutes: Float64Array,
  hour: number,
  i: number,
  roughness: number,
  { marketKey, ownKey, market, own }: Detail,
  out: Float64Array,
): void {
  const [a, b] = [draw(marketKey, hour * 60 + i), draw(ownKey, hour * 60 + i)]
  const [start, end] = [minutes[i]!, minutes[i + 1]!]
  const middle = (start + end) / 2 + halves * (roughness * (market * evenly[a & 255]! + own * evenly[b & 255]!))
  const early = roughness * (market * evenly[(a >>> 8) & 255]! + own * evenly[(b >>> 8) & 255]!)
  const late = roughness * (market * evenly[(a >>> 16) & 255]! + own * evenly[(b >>> 16) & 255]!)
  out[i * 4] = start
  out[i * 4 + 1] = (start + middle) / 2 + quarters * early
  out[i * 4 + 2] = middle
  out[i * 4 + 3] = (middle + end) / 2 + quarters * late
  out[i * 4 + 4] = end
}

function deviation(minutes: Float64Array, first: number): number {
  let sum = 0
  for (let n = first; n < first + 5; n++) {
    const move = minutes[n + 1]! - minutes[n]!
    sum += move * move
  }
  return Math.sqrt(sum / 5)
}

/** The result of `detailed`, but only for the minutes that are asked for. */
class SparseDetail {
  readonly marks = new Float64Array(detailedMarks)
  /** Per minute: when it was refined, as the number of hours entered by then. */
  readonly #refined = new Int32Array(60)
  #entered = 0
  readonly #detail: Detail
  #minutes: Float64Array = new Float64Array(0)
  #hour = Number.NaN

  constructor(detail: Detail) {
    this.#detail = detail
  }

  enter(hour: number, minutes: Float64Array): Float64Array {
    if (hour !== this.#hour) this.#entered++
    this.#hour = hour
    this.#minutes = minutes
    return this.marks
  }

  refine(i: number): void {
    if (this.#refined[i] === this.#entered) return
    this.#refined[i] = this.#entered
    const roughness = deviation(this.#minutes, i - (i % 5))
    this.marks[quarterMarks + Math.floor(i / 5)] = roughness
    refine(this.#minutes, this.#hour, i, roughness, this.#detail, this.marks)
  }
}

/** An asset's USD price at any instant: a rough path through its minute marks. */
export class InstantPrice {
  readonly #source: HourPrices
  readonly #detail: Detail | null
  readonly #sparse: SparseDetail | null
  readonly #perStep: number
  #marks: Float64Array = new Float64Array(0)
  #hour = 0

  /** @param source minute marks, or those of `detailed` if there is detail and it is not sparse */
  constructor(source: HourPrices, detail: Detail | null, isSparse: boolean) {
    this.#source = source
    this.#detail = detail
    this.#sparse = detail && isSparse ? new SparseDetail(detail) : null
    this.#perStep = 1 / (detail ? quarter : 4 * quarter)
  }

  /** Whether it moves below a minute. */
  get isRough(): boolean {
    return this.#detail !== null
  }

  enter(hour: number): void {
    const marks = this.#source(hour)
    this.#hour = hour
    this.#marks = this.#sparse?.enter(hour, marks) ?? marks
  }

  /** In steps of two seconds. @param offset after the start of the hour */
  at(offset: number): number {
    const marks = this.#marks
    const time = offset * this.#perStep
    const n = Math.floor(time)
    if (this.#sparse !== null) this.#sparse.refine(n >> 2)
    const straight = marks[n]! + (marks[n + 1]! - marks[n]!) * (time - n)
    if (this.#detail === null) return straight
    return straight + marks[quarterMarks + Math.floor(n * 0.05)]! * this.#finer(n, time - n)
  }

  /** Without moves below 15 seconds; takes a third of the time. @param offset after the start of the hour */
  straight(offset: number): number {
    const time = offset * this.#perStep
    const n = Math.floor(time)
    if (this.#sparse !== null) this.#sparse.refine(n >> 2)
    const start = this.#marks[n]!
    return start + (this.#marks[n + 1]! - start) * (time - n)
  }

  #finer(n: number, share: number): number {
    const { marketKey, ownKey, market, own } = this.#detail!
    const place = this.#hour * (quarterMarks - 1) + n
    const [a, b] = [draw(marketKey + 1, place), draw(ownKey + 1, place)]
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
