import { powerOfTen } from '../numbers/portable-math.ts'

/** A row of order_book_shape: the parameters of an instrument's generated order books. */
export interface BookShape {
  /** Key of the instrument's random numbers: 32 bits, signed. */
  key: number
  /** Steps of prices and amounts, in units of their last decimal places. */
  tick: number
  lot: number
  /** Usual price in ticks. */
  price: number
  /** Cells per tier of a side, and the width of those nearest to the price, as a fraction of it. */
  cells: number
  width: number
  /** Distance of the last level from the best price, as a fraction of it. */
  reach: number
  /** Usual spread as a fraction of the mid price, and how often the spread is one tick. */
  spread: number
  tight: number
  /** Depth near the price, and within 1 % of it: lots × ticks of a price. */
  near: number
  far: number
  /** Distance that covers half of the near depth, as a fraction. */
  nearWithin: number
  /** Standard deviation of the logarithms of the levels' sizes. */
  unevenness: number
  /** Whether books have the exchange's timestamp: 1 or 0. */
  timed: number
}

/** Of books in years whose ticks were finer. @param digits by how many decimal digits */
export function finerShape(shape: BookShape, digits: number): BookShape {
  const { tick, price, near, far } = shape
  const by = powerOfTen(digits)
  return { ...shape, tick: tick / by, price: price * by, near: near * by, far: far * by }
}

/** What order_book_shape has of it, in the order of its columns: between `instrument` and `ahead`. */
export function shapeRow(shape: BookShape): number[] {
  const { key, lot, price, cells, width, reach, spread, tight, near, far, nearWithin, unevenness, timed } = shape
  return [key, lot, price, cells, width, reach, spread, tight, near, far, nearWithin, unevenness, timed]
}

/** @param row of order_book_shape */
export function shapeOf([, ...row]: readonly number[], tick: number): BookShape {
  const [key, lot, price, cells, width, reach, spread, tight, near, far, nearWithin, unevenness, timed] = row
  return {
    key,
    tick,
    lot,
    price,
    cells,
    width,
    reach,
    spread,
    tight,
    near,
    far,
    nearWithin,
    unevenness,
    timed,
  } as BookShape
}
