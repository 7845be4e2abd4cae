import { latestKept } from '../src/market/made-once.ts'
import { hour, minute, second } from '../src/market/time.ts'
import { atRandom, cellsKept, eraTree, swinging } from './era-tree.ts'
import { draw, unit } from './hashed-draws.ts'

/** When the blocks of a chain come, after the start of era 0. Places are blocks since then. */
export interface BlockTimes {
  time(place: number): number
  /** About the last place at or before a time, at most a few from it. */
  near(time: number): number
  /** Blocks from a place on whose gaps repeat until the end of its hour; absent if none do. */
  rhythm?(place: number): number
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
export function slotTimes(key: number, { slot: length, missed }: { slot: number; missed: number }): BlockTimes {
  const units = Math.round(missed * slotsPerCell * (1 << halvings))
  const tree = eraTree(key, {
    halvings,
    units,
    blocksPerCell: slotsPerCell,
    blocksPerUnit: -1,
    earlier: atRandom,
  })
  const cellAt = latestKept(cellsKept, makeCell)
  let last: SlotCell | undefined

  function time(place: number): number {
    const { number, first, missed } = cellOf(place)
    let slot = place - first
    for (let n = 0; n < missed.length && missed[n]! <= slot; n++) slot++
    return (number * slotsPerCell + slot) * length
  }

  function near(time: number): number {
    const slot = Math.floor(time / length)
    const number = Math.floor(slot / slotsPerCell)
    const { first, missed } = cellAt(number)
    const within = slot - number * slotsPerCell
    let before = 0
    while (before < missed.length && missed[before]! <= within) before++
    return first + within - before
  }

  function cellOf(place: number): SlotCell {
    if (last && place >= last.first && place < last.first + slotsPerCell - last.missed.length) return last
    last = cellAt(tree.cellOf(place))
    return last
  }

  function makeCell(number: number): SlotCell {
    const { units, first } = tree.cell(number)
    const own = draw(key + 1, number)
    const free = slotsPerCell - 2 * units
    const missed = Int32Array.from({ length: units }, (_, n) => Math.floor(unit(draw(own, n)) * free)).sort()
    for (let n = 0; n < units; n++) missed[n]! += 2 * n + 1
    return { number, first, missed }
  }

  return { time, near }
}

const minutesPerHour = hour / minute

/**
 * Blocks at the pace of an hour: as many in each of its minutes, more while there is more to do. @param perMinute blocks, on average
 * @param swing deviation of the share of a half of a range
 */
export function loadTimes(key: number, { perMinute, swing }: { perMinute: number; swing: number }): BlockTimes {
  const tree = eraTree(key, {
    halvings: 11,
    units: perMinute * (1 << 11),
    blocksPerCell: 0,
    blocksPerUnit: minutesPerHour,
    earlier: swinging(swing),
  })
  const cellAt = latestKept(cellsKept, tree.cell)

  function time(place: number): number {
    const number = tree.cellOf(place)
    const { units, first } = cellAt(number)
    const minutes = Math.floor((place - first) / units)
    const seconds = Math.floor(((place - first - minutes * units) * 60) / units)
    return number * hour + minutes * minute + seconds * second
  }

  function near(time: number): number {
    const number = Math.floor(time / hour)
    const { units, first } = cellAt(number)
    const within = (time - number * hour) / minute
    return first + Math.min(units * minutesPerHour - 1, Math.floor(within * units))
  }

  function rhythm(place: number): number {
    return cellAt(tree.cellOf(place)).units
  }

  return { time, near, rhythm }
}
