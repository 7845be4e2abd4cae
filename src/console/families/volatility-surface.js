import { palette } from '../base/chart.js'
import { dayText, plain } from '../base/format.js'
import { Table } from '../base/parts.js'
import { html } from '../preact.js'
import { Plot } from './plot.js'

const percentText = value => `${value.toFixed(1)} %`
const years = value =>
  value * 365 < 60 ? `${Math.round(value * 365)} d` : `${plain(Number((value * 12).toFixed(1)))} mo`

/** A smile for each maturity, and the volatilities as a grid. */
export function Surface({ answers: [{ data }] }) {
  if (data.length === 0) return html`<p class="quiet">No option is listed at this time.</p>`
  const marks = data.flatMap((one, n) => {
    const points = one.implied_volatilities.map(({ delta, implied_volatility: value }) => [delta, 100 * value])
    const tone = palette[n % palette.length]
    const tip = ([delta, value]) => `${dayText(Date.parse(one.expiry))}, delta ${delta}: ${percentText(value)}`
    return [
      { kind: 'line', points, tone, title: `${dayText(Date.parse(one.expiry))} (${years(one.time_to_expiry)})` },
      { kind: 'dots', points, tone, tip },
    ]
  })
  const all = data.flatMap(one => one.implied_volatilities.map(point => point.implied_volatility))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const cell = index => one => {
    const value = one.implied_volatilities[index]?.implied_volatility
    const weight = value === undefined ? 0 : Math.round((45 * (value - low)) / (high - low || 1))
    return html`<span class="heat-cell" style=${{ background: `color-mix(in srgb, var(--heat) ${weight}%, transparent)` }}>${value === undefined ? '' : percentText(100 * value)}</span>`
  }
  const columns = [
    ['Maturity', one => dayText(Date.parse(one.expiry))],
    ['Time left', one => years(one.time_to_expiry), true],
    ...data[0].implied_volatilities.map(({ delta }, n) => [`Δ ${delta}`, cell(n), true]),
  ]
  return html`<${Plot} label="Implied volatility by delta and maturity" x=${{ title: 'call delta', text: plain }} y=${{ title: 'implied volatility', text: percentText }} marks=${marks} />
    <${Table} label="Volatility by maturity and delta" columns=${columns} rows=${data} />`
}
