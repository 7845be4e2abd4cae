import { type VarintReader, writeVarint } from '../numbers/varint.ts'

export interface TradeForm {
  prefix: string
  radix: 10 | 16
  digits: number
  /** Number of last digits after a hyphen; 0 for no hyphen. */
  split: number
  /** In units of the instrument's last decimal places. */
  priceStep: number
  amountStep: number
}

export function tradeId(
  { prefix, radix, digits, split }: Omit<TradeForm, 'priceStep' | 'amountStep'>,
  number: number,
): string {
  const text = number.toString(radix).padStart(digits, '0')
  return split === 0 ? prefix + text : `${prefix}${text.slice(0, -split)}-${text.slice(-split)}`
}

export function writeForm(bytes: Uint8Array, start: number, form: TradeForm): number {
  const { prefix, radix, digits, split, priceStep, amountStep } = form
  let at = start
  for (const value of [priceStep, amountStep, radix, digits, split, prefix.length]) at = writeVarint(bytes, at, value)
  for (let n = 0; n < prefix.length; n++) bytes[at++] = prefix.charCodeAt(n)
  return at
}

export function readForm(reader: VarintReader): TradeForm {
  const priceStep = reader.next()
  const amountStep = reader.next()
  const radix = reader.next() as 10 | 16
  const digits = reader.next()
  const split = reader.next()
  const end = reader.next() + reader.at
  let prefix = ''
  while (reader.at < end) prefix += String.fromCharCode(reader.bytes[reader.at++]!)
  return { prefix, radix, digits, split, priceStep, amountStep }
}
