import { latestKept } from '../src/market/made-once.ts'
import { hour, minute, second } from '../src/market/time.ts'
import { atRandom, cellsKept, EraTree, swinging } from './era-tree.ts'
import { draw, unit } from './hashed-draws.ts'

/** When the blocks of a chain come, after the start of era 0. Places are blocks since then. */
export interface BlockTimes {
  time(place: number): number
  /** About the last place at or before a time, at most a few from it. */
  near(time: number): number
  /** Blocks from a place on whose gaps repeat until the end of its hour; absent or undefined if none do. */
  rhythm?(place: number): number | undefined
}

const slotsPerCell = 512
const halvings = 12

interface SlotCell {
  number: number
  first: number
  /** Missed slots of the cell, in order. */
  missed: Int32Array
}

/** Slots of one length, some of which have no block, by chance; never two in a row. */
export class Slots implements BlockTimes {
  readonly #key: number
  readonly #length: number
  readonly #tree: EraTree
  readonly #cell = latestKept(cellsKept, (number): SlotCell => this.#make(number))
  #recent: SlotCell | undefined

  constructor(key: number, { slot, missed }: { slot: number; missed: number }) {
    this.#key = key
    this.#length = slot
    const units = Math.round(missed * slotsPerCell * (1 << halvings))
    this.#tree = new EraTree(key, {
      halvings,
      units,
      blocksPerCell: slotsPerCell,
      blocksPerUnit: -1,
      earlier: atRandom,
    })
  }

  time(place: number): number {
    const { number, first, missed } = this.#cellOf(place)
    let slot = place - first
    for (let n = 0; n < missed.length && missed[n]! <= slot; n++) slot++
    return (number * slotsPerCell + slot) * this.#length
  }

  near(time: number): number {
    const slot = Math.floor(time / this.#length)
    const number = Math.floor(slot / slotsPerCell)
    const { first, missed } = this.#cell(number)
    const within = slot - number * slotsPerCell
    let before = 0
    while (before < missed.length && missed[before]! <= within) before++
    return first + within - before
  }

  #cellOf(place: number): SlotCell {
    const recent = this.#recent
    if (recent && place >= recent.first && place < recent.first + slotsPerCell - recent.missed.length) return recent
    this.#recent = this.#cell(this.#tree.cellOf(place))
    return this.#recent
  }

  #make(number: number): SlotCell {
    const { units, first } = this.#tree.cell(number)
    const key = draw(this.#key + 1, number)
    const free = slotsPerCell - 2 * units
    const missed = Int32Array.from({ length: units }, (_, n) => Math.floor(unit(draw(key, n)) * free)).sort()
    for (let n = 0; n < units; n++) missed[n]! += 2 * n + 1
    return { number, first, missed }
  }
}

const minutesPerHour = hour / minute

/** Blocks at the pace of an hour: as many in each of its minutes, more while there is more to do. */
export class Loads implements BlockTimes {
  readonly #tree: EraTree
  readonly #cell = latestKept(cellsKept, number => this.#tree.cell(number))

  /** @param perMinute blocks, on average @param swing deviation of the share of a half of a range */
  constructor(key: number, { perMinute, swing }: { perMinute: number; swing: number }) {
    this.#tree = new EraTree(key, {
      halvings: 11,
      units: perMinute * (1 << 11),
      blocksPerCell: 0,
      blocksPerUnit: minutesPerHour,
      earlier: swinging(swing),
    })
  }

  time(place: number): number {
    const number = this.#tree.cellOf(place)
    const { units, first } = this.#cell(number)
    const minutes = Math.floor((place - first) / units)
    const seconds = Math.floor(((place - first - minutes * units) * 60) / units)
    return number * hour + minutes * minute + seconds * second
  }

  near(time: number): number {
    const number = Math.floor(time / hour)
    const { units, first } = this.#cell(number)
    const within = (time - number * hour) / minute
    return first + Math.min(units * minutesPerHour - 1, Math.floor(within * units))
  }

  rhythm(place: number): number {
    return this.#cell(this.#tree.cellOf(place)).units
  }
}
