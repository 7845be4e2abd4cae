import type { TObject } from '@sinclair/typebox'
import { badParameter } from '../base/failure.ts'
import type { Moment } from '../market/time.ts'
import type { Parameters } from './parameters.ts'

export interface AskedRange {
  from?: number
  until?: number
}

/** An end is inclusive if its schema says so. Times that only filter records are no range. */
export function askedBounds({ properties }: TObject, parameters: Parameters): AskedRange {
  checkBlocks(parameters)
  if (properties.start_time?.filter) return {}
  const from = oneOf(parameters, 'start_time', 'start_date')
  const end = oneOf(parameters, 'end_time', 'end_date')
  if (from && end && from.moment.isAfter(end.moment))
    throw badParameter(`${from.name} must not be after ${end.name}: ${from.moment.text} is after ${end.moment.text}`)
  const asked: AskedRange = {}
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

/** A bound with two names; both must agree. */
function oneOf(parameters: Parameters, ...names: string[]): Named | undefined {
  let found: Named | undefined
  for (const name of names) {
    const moment = parameters[name] as Moment | undefined
    if (moment === undefined) continue
    if (found && found.moment.time !== moment.time)
      throw badParameter(`${found.name} and ${name} must be the same time; send one of them`)
    found ??= { name, moment }
  }
  return found
}

function checkBlocks({ start_block, end_block }: Parameters): void {
  if (start_block !== undefined && end_block !== undefined && Number(start_block) > Number(end_block))
    throw badParameter(`start_block must not be after end_block: ${start_block} is after ${end_block}`)
}
