import { type TNumber, type TOptional, Type } from '@sinclair/typebox'
import { badParameter } from '../../../src/base/failure.ts'
import { year } from '../../../src/market/time.ts'
import type { ReadParameters } from '../../../src/operations/operation.ts'
import { ListOf, Time } from '../../../src/operations/schemas.ts'
import type { Coordinates } from './smile.ts'

/** @param exampleWith other parameters of a request with the example */
export const Numbers = (example: number, description: string, exampleWith = {}) =>
  Type.Optional(ListOf(Type.Number(), { echo: 'array', examples: [[example]], exampleWith, description }))

/** First, last and step of a range. */
function Range<const N extends string>(
  name: N,
  what: string,
  example: [number, number, number],
  exampleWith = {},
): Record<`${N}_${'min' | 'max' | 'step'}`, TOptional<TNumber>> {
  const values = { [`${name}_min`]: example[0], [`${name}_max`]: example[1], [`${name}_step`]: example[2] }
  const texts = Object.fromEntries(Object.entries(values).map(([bound, value]) => [bound, String(value)]))
  const bound = (n: number, which: string) => {
    const options = { examples: [example[n]], exampleWith: { ...exampleWith, ...texts } }
    return Type.Optional(Type.Number({ ...options, description: `${which} ${what}` }))
  }
  const bounds = [bound(0, 'first'), bound(1, 'last'), bound(2, 'step of')]
  const entries = Object.keys(values).map((name, n) => [name, bounds[n]])
  return Object.fromEntries(entries)
}

/** Parameters that choose maturities and points. */
export const surfaceQuery = {
  expiry_list: Type.Optional(
    ListOf(Time, {
      echo: 'array',
      examples: [['2026-03-27']],
      exampleWith: {},
      description: 'maturities; ISO 8601',
    }),
  ),
  ...Range('tte', 'maturity, in years from value_time', [0.05, 0.1, 0.05], { expiry_list: undefined }),
  strikes: Numbers(90_000, 'strikes in the quote'),
  deltas: Numbers(0.25, 'deltas from 0.01 to 0.99, negative for puts'),
  ...Range('delta', 'delta', [0.2, 0.8, 0.2]),
  ...Range('forward_log_moneyness', 'ln(strike ÷ forward price)', [-0.1, 0.1, 0.1]),
}

export type SurfaceParameters = Partial<ReadParameters<typeof surfaceQuery>> &
  Pick<Coordinates, 'forward_log_moneynesses'>

const most = 100

/** Bounds of coordinates. */
const lowestDelta = 0.01
const highestDelta = 0.99
const farthestMoneyness = 3

/** The points of a smile or surface. @throws Failure unless they are given in one way */
export function pointsOf(parameters: SurfaceParameters, kind: 'smile' | 'surface'): Coordinates {
  const { strikes, forward_log_moneynesses, deltas } = parameters
  const ranges = { deltas: rangeOf(parameters, 'delta'), moneyness: rangeOf(parameters, 'forward_log_moneyness') }
  const given = [strikes, forward_log_moneynesses, deltas, ranges.deltas, ranges.moneyness].filter(Boolean)
  if (kind === 'smile' && given.length !== 1)
    throw badParameter('send exactly one of strikes, forward_log_moneynesses and deltas')
  if (given.length > 1)
    throw badParameter('send one of strikes, deltas, a range of delta and a range of forward_log_moneyness')
  if (given.length === 0) return { deltas: steps('delta', [0.1, 0.9, 0.1]) }
  const coordinates = {
    strikes,
    forward_log_moneynesses: forward_log_moneynesses ?? ranges.moneyness,
    deltas: deltas ?? ranges.deltas,
  }
  return checked(coordinates, parameters)
}

/** Maturities of a surface. @throws Failure unless they are given in one way */
export function timesOf(parameters: SurfaceParameters, valueTime: number): number[] {
  const { expiry_list } = parameters
  const range = rangeOf(parameters, 'tte')
  if ((expiry_list === undefined) === (range === undefined))
    throw badParameter('send exactly one of expiry_list and the range tte_min, tte_max, tte_step')
  const times =
    expiry_list?.map(({ time }) => Math.round(time)) ?? range!.map(tte => Math.round(valueTime + tte * year))
  const before = times.find(time => time <= valueTime)
  if (before !== undefined) throw badParameter('every maturity must be after value_time')
  return [...new Set(times)].sort((a, b) => a - b)
}

type RangeName = 'tte' | 'delta' | 'forward_log_moneyness'

/** Undefined if no parameter of the range is given. */
function rangeOf(parameters: SurfaceParameters, name: RangeName): number[] | undefined {
  const values = (['min', 'max', 'step'] as const).map(end => parameters[`${name}_${end}`])
  if (values.every(value => value === undefined)) return undefined
  const missing = (['min', 'max', 'step'] as const).find((_, n) => values[n] === undefined)
  if (missing) throw badParameter(`${name}_${missing} is required with the rest of the range`)
  return steps(
    name,
    values.filter(value => value !== undefined),
  )
}

function steps(name: RangeName, [min, max, step]: readonly number[]): number[] {
  if (min! > max!) throw badParameter(`${name}_min must not be above ${name}_max: ${min} is above ${max}`)
  if (!(step! > 0)) throw badParameter(`${name}_step must be above 0, not ${step}`)
  // A little more, because steps such as 0.1 are not exact.
  const count = Math.floor((max! - min!) / step! + 1e-9) + 1
  if (count > most) throw badParameter(`${name}_step must give at most ${most} values, not ${count}`)
  // Rounded by places, so that -0.3 and three steps of 0.1 make 0.
  return Array.from({ length: count }, (_, n) => Number((min! + n * step!).toFixed(12)))
}

function checked(coordinates: Coordinates, given: SurfaceParameters): Coordinates {
  const { strikes = [], forward_log_moneynesses = [], deltas = [] } = coordinates
  const strike = strikes.find(one => one <= 0)
  if (strike !== undefined) throw badParameter(`strikes must be above 0, not ${strike}`)
  const far = forward_log_moneynesses.find(one => Math.abs(one) > farthestMoneyness)
  if (far !== undefined) {
    const names = given.forward_log_moneynesses ? 'forward_log_moneynesses' : bothEnds('forward_log_moneyness')
    throw badParameter(`${names} must be from -${farthestMoneyness} to ${farthestMoneyness}, not ${far}`)
  }
  const delta = deltas.find(one => Math.abs(one) < lowestDelta || Math.abs(one) > highestDelta)
  if (delta !== undefined) {
    const names = given.deltas ? 'deltas' : bothEnds('delta')
    throw badParameter(`${names} must be from ${lowestDelta} to ${highestDelta}, negative for puts, not ${delta}`)
  }
  return coordinates
}

function bothEnds(name: RangeName): string {
  return `${name}_min and ${name}_max`
}
