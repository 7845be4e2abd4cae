import type { TSchema } from '@sinclair/typebox'
import { Failure, shown } from '../../base/failure.ts'
import { suggestion } from '../../base/nearest.ts'
import { parseDuration } from '../../market/duration.ts'
import type { Family } from '../../operations/operation.ts'
import type { WireName } from '../../operations/render.ts'
import { splitBasePath } from '../tenants/base-path.ts'
import { type Do, type FaultRule, longestWait } from './fault-schemas.ts'

/** What rules may name. */
export interface Nameable {
  /** Ids. */
  operations: ReadonlySet<string>
  /** Of the records of any operation. */
  fields: ReadonlySet<string>
}

export function nameableIn(families: readonly Family[], wireName: WireName): Nameable {
  const operations = families.flatMap(family => family.operations)
  const fields = operations.flatMap(({ row }) => fieldsOf(row))
  return { operations: new Set(operations.map(({ id }) => id)), fields: new Set(fields.map(wireName)) }
}

function fieldsOf({ properties = {}, anyOf = [] }: TSchema): string[] {
  return [...Object.keys(properties), ...anyOf.flatMap(fieldsOf)]
}

function refuse(message: string): never {
  throw new Failure('badParameter', message)
}

/** @param label the part's name in messages @throws Failure */
export function checkOperation(label: string, operation: string | undefined, operations: ReadonlySet<string>): void {
  if (operation === undefined || operations.has(operation)) return
  refuse(
    `${label} must be an operation id from /openapi.json, not ${shown(operation)}${suggestion(operation, operations)}`,
  )
}

/** Refuses a pattern that no path can match. @throws Failure */
export function checkPath(label: string, pattern: string | undefined): void {
  if (pattern === undefined || /^(\*+$|\**\/)/.test(pattern)) return
  refuse(`${label} must begin with a slash, such as "/v2/data/**", not ${shown(pattern)}`)
}

/** Rules see paths without it. */
function checkNoBasePath(pattern = ''): void {
  const { basePath } = splitBasePath(pattern)
  if (basePath !== '') refuse(`when.path must omit the base path ${basePath}, not ${shown(pattern)}`)
}

/** Checks what a schema cannot express. @throws Failure */
export function checkRule({ when = {}, on = {}, do: effect, until = {} }: FaultRule, known: Nameable): void {
  checkOperation('when.operation', when.operation, known.operations)
  checkPath('when.path', when.path)
  checkNoBasePath(when.path)
  if (Object.keys(on).length > 1)
    refuse(`on must be one of first, nth, every and share, not ${Object.keys(on).join(' and ')}`)
  if ('for' in until && parseDuration(until.for!) === 0) refuse('until.for must be longer than "PT0S"')
  checkEffect(effect, known)
}

/** @param label prefix of the part's name in messages */
export function checkEffect(effect: Do, { fields }: Pick<Nameable, 'fields'>, label = 'do.'): void {
  if (Object.keys(effect).length === 0)
    refuse(`${label.replace(/\.$/, '') || 'a fault'} must contain an effect: {"status": 503}`)
  if (effect.retry_after !== undefined && effect.status === undefined)
    refuse(`${label}retry_after needs ${label}status, such as 429 or 503`)
  const { cut, stall, delay } = effect
  if (cut !== undefined && (cut.bytes === undefined) === (cut.records === undefined))
    refuse(`${label}cut must have either bytes or records: {"bytes": 100}`)
  if (cut !== undefined && effect.reset !== undefined)
    refuse(`${label}cut and ${label}reset both end the response: use one of them`)
  if (stall !== undefined) checkWait(`${label}stall.for`, stall.for)
  if (typeof delay === 'string') checkWait(`${label}delay`, delay)
  else if (delay !== undefined) checkDistribution(delay, `${label}delay`)
  for (const name of ['drop_field', 'null_field'] as const) checkFields(`${label}${name}`, effect[name] ?? [], fields)
}

/** Refuses a name that no record has: such a fault would change nothing. */
function checkFields(label: string, names: string | string[], fields: ReadonlySet<string>): void {
  for (const name of [names].flat())
    if (!fields.has(name)) refuse(`${label} must name fields of records, not ${shown(name)}${suggestion(name, fields)}`)
}

function checkDistribution(delay: Exclude<Do['delay'], string | undefined>, label: string): void {
  if ('uniform' in delay) {
    const [from, to] = delay.uniform as [string, string]
    checkWait(`${label}.uniform.1`, to)
    if (parseDuration(from)! > parseDuration(to)!) refuse(`${label}.uniform must begin with the shorter duration`)
    return
  }
  checkWait(`${label}.lognormal.median`, delay.lognormal.median)
  checkWait(`${label}.lognormal.max`, delay.lognormal.max)
}

function checkWait(label: string, text: string): void {
  if (parseDuration(text)! > longestWait)
    refuse(`${label} must be at most "PT${longestWait / 1000}S", not ${shown(text)}`)
}
