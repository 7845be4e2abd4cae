import { useWidth } from '../base/parts.js'
import { html } from '../preact.js'

const edge = { top: 18, right: 16, bottom: 34, left: 66 }

/** A wide picture is higher. */
const heightFor = width => Math.round(Math.min(460, Math.max(260, width / 5)))

/** Round values between two numbers, about as many as asked for. */
function ticksBetween(low, high, count) {
  const rough = (high - low) / count || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map(one => one * power).find(one => one >= rough)
  const ticks = []
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
    ticks.push(Number(value.toPrecision(12)))
  return ticks
}

/**
 * A picture over something other than time. @param x and @param y `{ title, text, from? }`, `text` writes a value
 * @param marks `{ kind: 'dots' | 'line' | 'bars', points: [[x, y]], tone, title?, tip? }`, `tip` names a point under the
 * pointer; bars may end at a third value @param at a value of x to mark
 */
export function Plot({ label, x, y, marks, at }) {
  const [holder, width] = useWidth(640, 240)
  return html`<div class="plot" ref=${holder}>${drawn({ label, x, y, marks, at, width })}</div>`
}

function drawn({ label, x, y, marks, at, width }) {
  const height = heightFor(width)
  const points = marks.flatMap(one => one.points)
  if (points.length === 0) return html`<p class="quiet">No records for this choice.</p>`
  const xs = [...points.flatMap(([value, , until = value]) => [value, until]), ...(at ? [at.value] : [])]
  const ys = points.map(([, value]) => value)
  const hasBars = marks.some(({ kind }) => kind === 'bars')
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))]
  const spread = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))]
  const low = hasBars || y.from === 0 ? Math.min(0, spread[0]) : spread[0] - (spread[1] - spread[0]) * 0.05
  // The label of a marked value needs room above the marks.
  const high = spread[1] + (spread[1] - low) * (at ? 0.15 : 0.05) || low + 1
  const toX = value => edge.left + ((value - left) / (right - left || 1)) * (width - edge.left - edge.right)
  const toY = value => height - edge.bottom - ((value - low) / (high - low || 1)) * (height - edge.top - edge.bottom)
  const shapes = {
    dots: ({ points, tone, tip }) =>
      points.map(
        ([a, b]) =>
          html`<circle cx=${toX(a)} cy=${toY(b)} r="3" fill=${`var(--${tone})`} fill-opacity="0.6">${named(tip, [a, b])}</circle>`,
      ),
    line: ({ points, tone }) =>
      html`<path d=${points.map(([a, b], n) => `${n === 0 ? 'M' : 'L'}${toX(a)},${toY(b)}`).join('')} fill="none" stroke=${`var(--${tone})`} stroke-width="2" />`,
    bars: ({ points, tone, toneOf, tip }) =>
      points.map(([a, b, until = a]) => {
        const from = toX(a)
        const size = Math.max(1, toX(until) - from - 0.5)
        const [top, bottom] = [toY(Math.max(b, 0)), toY(Math.min(b, 0))]
        return html`<rect x=${from} y=${top} width=${size} height=${Math.max(0.5, bottom - top)} fill=${`var(--${toneOf?.([a, b]) ?? tone})`} fill-opacity="0.7">${named(tip, [a, b, until])}</rect>`
      }),
  }
  const titled = marks.filter(({ title }) => title)
  const place = value => {
    const at = toX(value)
    return at < edge.left + 30 ? 'start' : at > width - edge.right - 30 ? 'end' : 'middle'
  }
  return html`${titled.length > 1 && html`<p class="row">${titled.map(({ title, tone }) => html`<span><span class="swatch" style=${{ background: `var(--${tone})` }}></span> ${title}</span>`)}</p>`}
    <svg class="picture" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>
    ${ticksBetween(low, high, 5).map(value => html`<line x1=${edge.left} x2=${width - edge.right} y1=${toY(value)} y2=${toY(value)} stroke="var(--line)" /><text x=${edge.left - 6} y=${toY(value) + 4} text-anchor="end">${y.text(value)}</text>`)}
    ${ticksBetween(left, right, Math.max(4, Math.floor(width / 110))).map(value => html`<text x=${toX(value)} y=${height - 18} text-anchor=${place(value)}>${x.text(value)}</text>`)}
    <text x=${edge.left} y="11">${y.title}</text>
    <text x=${width - edge.right} y=${height - 3} text-anchor="end">${x.title}</text>
    ${marks.map(one => shapes[one.kind](one))}
    ${at && html`<line x1=${toX(at.value)} x2=${toX(at.value)} y1=${edge.top} y2=${height - edge.bottom} stroke="var(--warn)" stroke-dasharray="4 3" /><text x=${Math.min(toX(at.value) + 4, width - 90)} y=${edge.top + 10}>${at.text}</text>`}
  </svg>`
}

const named = (tip, point) => tip && html`<title>${tip(point)}</title>`

/** A line without axes, or its room. */
export function Sparkline({ values, label }) {
  if (values.length < 2) return html`<svg class="spark" width="100" height="24" aria-hidden="true"></svg>`
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = values.map(
    (value, n) => `${(n / (values.length - 1)) * 100},${22 - ((value - low) / (high - low || 1)) * 20}`,
  )
  const tone = values.at(-1) < values[0] ? 'down' : 'up'
  return html`<svg class="spark" viewBox="0 0 100 24" width="100" height="24" preserveAspectRatio="none" role="img" aria-label=${label}>
    <polyline points=${points.join(' ')} fill="none" stroke=${`var(--${tone})`} stroke-width="1.5" vector-effect="non-scaling-stroke" /></svg>`
}
