/** One way to write times, numbers and names for all views. */

/** @param precise with seconds */
export function timeText(milliseconds, precise = true) {
  const text = new Date(milliseconds).toISOString().replace('T', ' ')
  return precise ? `${text.slice(0, 19)} UTC` : `${text.slice(0, 16)} UTC`
}

export const dayText = milliseconds => new Date(milliseconds).toISOString().slice(0, 10)
export const clockText = milliseconds => new Date(milliseconds).toISOString().slice(11, 19)

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 })
const figures = new Intl.NumberFormat('en', { maximumSignificantDigits: 8 })

const four = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

/** 1.5T, 81.24K, 1,184. */
export function short(number) {
  const size = Math.abs(number)
  if (size >= 1e15) return number.toExponential(2).replace('+', '')
  return (size < 1e4 ? four : compact).format(number)
}
export const plain = number => figures.format(number)

/** A number, or the dash of a missing one. */
export const dashed = (value, write = plain) => (value === null || value === undefined ? '–' : write(Number(value)))

export const percent = (share, digits = 2) => `${share >= 0 ? '+' : '−'}${Math.abs(share * 100).toFixed(digits)} %`

/** A decimal as the API writes it, with separators between thousands. */
export function grouped(decimal) {
  const [whole, rest] = String(decimal).split('.')
  const parts = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest === undefined ? parts : `${parts}.${rest}`
}

/** A decimal with zeros at its end, so that decimals line up. */
export function padded(decimal, places) {
  const [whole, rest = ''] = String(decimal).split('.')
  return places === 0 ? whole : `${whole}.${rest.padEnd(places, '0')}`
}

export const placesOf = decimal => String(decimal).split('.')[1]?.length ?? 0

export function sizeText(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${short(bytes / 1024)} KB`
}

export const classes = { spot: 'Spot', future: 'Future', 'perpetual-future': 'Perpetual', option: 'Option' }

/** For lists. */
export const shortClasses = { ...classes, 'perpetual-future': 'Perp' }

export const codeOf = one => `${one.exchange_code}/${one.class}/${one.code}`

/** @param exchanges response with their names, if it is there */
export const exchangeName = (exchanges, code) => exchanges?.data.find(one => one.code === code)?.name ?? code

/** BTC/USD for spot and perpetual futures, the code of a future or an option. */
export function pairText({ base_asset: base, quote_asset: quote, class: kind, code }) {
  return kind === 'future' || kind === 'option' ? code.toUpperCase() : `${base}/${quote}`.toUpperCase()
}

/** An instrument of which only the code is known. */
export function instrumentOf(code) {
  const [exchange_code = '', kind = '', name = ''] = code.split('/')
  const [base_asset = '', quote_asset = ''] = name.split('-')
  return { exchange_code, class: kind, code: name, base_asset, quote_asset }
}
