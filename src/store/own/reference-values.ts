import { addressForm, addressPattern, canonical } from '../../market/address.ts'
import { decimalOf, shownValue, timeOf } from './records.ts'

/** Converts the value of a field. @throws RangeError that names the field and what it must be. */
export type Read<T = unknown> = (name: string, value: unknown) => T

function reader<T>(rule: string, convert: (value: unknown) => T | undefined): Read<T> {
  return (name, value) => {
    const converted = convert(value)
    if (converted !== undefined) return converted
    throw new RangeError(`${name} must be ${rule}, not ${shownValue(value)}`)
  }
}

/** Codes match in any letter case and are stored in lower case. */
export const code = reader('a code of letters, digits, "_", "." and "-"', value => {
  const text = String(value).toLowerCase()
  return /^[a-z0-9_.-]+$/.test(text) ? text : undefined
})

export const text = reader('a text', value => (typeof value === 'string' ? value : undefined))

export const address = reader(`an address: ${addressForm}`, value =>
  typeof value === 'string' && addressPattern.test(value) ? canonical(value) : undefined,
)

export function oneOf<const T extends string>(choices: readonly T[]): Read<T> {
  return reader(choices.join(' or '), value => choices.find(choice => choice === value))
}

export function wholeNumber(least: number, most: number): Read<number> {
  return reader(`a whole number from ${least} to ${most}`, value => {
    const number = Number(value)
    return Number.isInteger(number) && number >= least && number <= most ? number : undefined
  })
}

export const fraction = reader('a fraction from 0 to 1, such as 0.003', value => {
  const number = Number(value)
  return number >= 0 && number < 1 ? number : undefined
})

/** 1 or 0. */
export const flag = reader('true or false', value => ({ true: 1, false: 0, 1: 1, 0: 0 })[String(value).toLowerCase()])

export const time: Read<number> = timeOf

/** An array; in CSV its JSON, or values separated by semicolons. */
export function list<T>(item: Read<T>): Read<T[]> {
  return (name, value) => itemsOf(name, value).map((one, n) => item(`${name}[${n}]`, one))
}

function itemsOf(name: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string' && !value.startsWith('[')) return value.split(';').map(one => one.trim())
  try {
    const items = JSON.parse(String(value)) as unknown
    if (Array.isArray(items)) return items
  } catch {}
  throw new RangeError(`${name} must be an array`)
}

export const weight: Read<number> = (name, value) => Number(decimalOf(name, value))

export function object<T>(convert: (name: string, fields: Record<string, unknown>) => T): Read<T> {
  return (name, value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return convert(name, value as Record<string, unknown>)
    throw new RangeError(`${name} must be an object`)
  }
}
