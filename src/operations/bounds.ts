import type { TObject } from '@sinclair/typebox'
import { Failure } from '../failure.ts'
import type { Moment } from '../market/time.ts'
import type { Parameters } from './parameters.ts'

/** The first time that a call asks for, and the first one that it doesn't any more. Milliseconds since 1970 UTC. */
export interface Asked {
  from?: number
  until?: number
}

/** Times and days name the same bounds; an end is inclusive where its own schema says so. Bounds upside down are refused. */
export function askedBounds({ properties }: TObject, parameters: Parameters): Asked {
  checkBlocks(parameters)
  const from = oneOf(parameters, 'start_time', 'start_date')
  const end = oneOf(parameters, 'end_time', 'end_date')
  if (from && end && from.moment.isAfter(end.moment))
    throw new Failure(
      'badParameter',
      `${from.name} must not be after ${end.name}: ${from.moment.text} is after ${end.moment.text}`,
    )
  const asked: Asked = {}
  if (from) asked.from = Math.ceil(from.moment.time)
  if (end) asked.until = firstAfter(end.moment.time, properties[end.name]?.inclusive === true)
  return asked
}

function firstAfter(time: number, inclusive: boolean): number {
  return inclusive ? Math.floor(time) + 1 : Math.ceil(time)
}

interface Named {
  name: string
  moment: Moment
}

/** A bound that has two names may be given by either; by both only where they say the same. */
function oneOf(parameters: Parameters, ...names: string[]): Named | undefined {
  let found: Named | undefined
  for (const name of names) {
    const moment = parameters[name] as Moment | undefined
    if (moment === undefined) continue
    if (found && found.moment.time !== moment.time)
      throw new Failure('badParameter', `${found.name} and ${name} must be the same time; send one of them`)
    found ??= { name, moment }
  }
  return found
}

function checkBlocks({ start_block, end_block }: Parameters): void {
  if (start_block !== undefined && end_block !== undefined && Number(start_block) > Number(end_block))
    throw new Failure('badParameter', `start_block must not be after end_block: ${start_block} is after ${end_block}`)
}
