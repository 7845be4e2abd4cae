import { label, short } from './plot.ts'

/** A bar from the API; prices are null without trades. */
export interface ChartBar {
  timestamp: number
  open: string | null
  high: string | null
  low: string | null
  close: string | null
  volume: string
  /** VWAP, drawn as a line. */
  price?: string | null
}

export interface ChartText {
  title: string
  /** Labels under the first, middle and last bar. */
  times: [string, string, string]
}

const width = 880
const height = 320
const plot = { left: 12, right: 800, top: 34, bottom: 226 }
const volumes = { top: 240, bottom: 296 }

// Mid-tones: legible on a white page and on a dark one.
const style =
  '.t{font:13px system-ui,sans-serif;fill:#848d97}.g{stroke:#848d97;stroke-opacity:.25}' +
  '.u{stroke:#1f9d6b;fill:#1f9d6b}.d{stroke:#d9534f;fill:#d9534f}.v{fill-opacity:.55;stroke:none}' +
  '.w{fill:none;stroke:#d99a2b;stroke-width:1.5}'

/** Draws candles with volume, and VWAP if present, as a self-contained SVG. */
export function candleChart(bars: readonly ChartBar[], text: ChartText): string {
  const traded = bars.filter(({ close }) => close !== null)
  const low = Math.min(...traded.map(({ low }) => Number(low)))
  const high = Math.max(...traded.map(({ high }) => Number(high)))
  const most = Math.max(...bars.map(({ volume }) => Number(volume)))
  const step = (plot.right - plot.left) / bars.length
  const x = (n: number) => plot.left + (n + 0.5) * step
  const y = (price: string | null) => scale(Number(price), low, high, plot)
  const body = Math.max(1, step - 2)

  const candles: Record<'u' | 'd', string> = { u: '', d: '' }
  const amounts: Record<'u' | 'd', string> = { u: '', d: '' }
  const averages: string[] = []
  for (const [n, bar] of bars.entries()) {
    if (bar.close === null) continue
    const side = Number(bar.close) < Number(bar.open) ? 'd' : 'u'
    const [from, to] = [y(bar.open), y(bar.close)].sort((a, b) => a - b) as [number, number]
    candles[side] += `M${short(x(n))} ${short(y(bar.high))}V${short(y(bar.low))}${box(x(n), body, from, to)}`
    amounts[side] += box(x(n), body, scale(Number(bar.volume), 0, most, volumes), volumes.bottom)
    if (bar.price) averages.push(`${short(x(n))} ${short(y(bar.price))}`)
  }
  const paths = (['u', 'd'] as const).flatMap(side => [
    `<path class="${side}" d="${candles[side]}"/>`,
    `<path class="${side} v" d="${amounts[side]}"/>`,
  ])
  const line = averages.length > 0 ? [`<path class="w" d="M${averages.join('L')}"/>`] : []
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${text.title}">`,
    `<style>${style}</style>`,
    label(plot.left, 18, text.title),
    ...gridLines(low, high),
    ...paths,
    ...line,
    ...text.times.map((time, n) => label(x((n * (bars.length - 1)) / 2), 314, time, ['start', 'middle', 'end'][n])),
    '</svg>\n',
  ].join('\n')
}

function gridLines(low: number, high: number): string[] {
  return [0, 0.25, 0.5, 0.75, 1].flatMap(share => {
    const price = low + share * (high - low)
    const at = short(scale(price, low, high, plot))
    return [
      `<path class="g" d="M${plot.left} ${at}H${plot.right}"/>`,
      label(plot.right + 8, Number(at) + 4, Math.round(price).toLocaleString('en-US')),
    ]
  })
}

function scale(value: number, low: number, high: number, { top, bottom }: { top: number; bottom: number }): number {
  return high === low ? bottom : bottom - ((value - low) / (high - low)) * (bottom - top)
}

function box(middle: number, width: number, from: number, to: number): string {
  return `M${short(middle - width / 2)} ${short(from)}h${short(width)}V${short(Math.max(to, from + 0.5))}h-${short(width)}z`
}
