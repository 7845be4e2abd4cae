import { grouped, percent, short } from '../base/format.js'
import { useWidth } from '../base/parts.js'
import { html } from '../preact.js'

const height = 130
const [above, below] = [14, 18]

/** Cumulative amounts on either side of the mid price, drawn over price at the width of the page. */
export function DepthChart({ book, unit, quote }) {
  const [holder, width] = useWidth(320, 200)
  return html`<div class="depth" ref=${holder}>${drawn(book, { width, unit, quote })}</div>`
}

/** Levels with the sums from the best price on. */
export function summed(side) {
  let sum = 0
  return side.map(({ price, amount }) => {
    sum += Number(amount)
    return { price, amount, sum }
  })
}

const cumulative = side => summed(side).map(({ price, sum }) => [Number(price), sum])

function drawn({ asks, bids }, { width, unit, quote }) {
  if (asks.length === 0 || bids.length === 0) return null
  const [up, down] = [cumulative(asks), cumulative(bids)]
  const mid = (up[0][0] + down[0][0]) / 2
  // The same distance on either side, so that both halves can be compared.
  const reach = Math.min(up.at(-1)[0] - mid, mid - down.at(-1)[0]) || mid / 100
  const inside = side => side.filter(([price]) => Math.abs(price - mid) <= reach * 1.000001)
  const most = Math.max(inside(up).at(-1)?.[1] ?? 0, inside(down).at(-1)?.[1] ?? 0) || 1
  const x = price => ((price - mid + reach) / (2 * reach)) * width
  const y = sum => height - below - (sum / most) * (height - below - above)
  const area = side => {
    const steps = inside(side).map(
      ([price, sum], n) => `${n === 0 ? `M${x(price)},${y(0)}` : `H${x(price)}`}V${y(sum)}`,
    )
    const edge = side === up ? width : 0
    return `${steps.join('')}H${edge}V${y(0)}Z`
  }
  const [low, high] = [mid - reach, mid + reach]
  const places = reach > 50 ? 0 : reach > 0.5 ? 2 : 6
  const priceText = price => grouped(price.toFixed(places))
  const label = `Depth: within ${percent(reach / mid)} of the mid price, up to ${short(most)} ${unit}`
  return html`<svg class="picture" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>
    <path d=${area(down)} fill="var(--up)" fill-opacity="0.22" stroke="var(--up)" stroke-width="1.5" />
    <path d=${area(up)} fill="var(--down)" fill-opacity="0.22" stroke="var(--down)" stroke-width="1.5" />
    <line x1=${x(mid)} x2=${x(mid)} y1=${above} y2=${height - below} stroke="var(--quiet)" stroke-dasharray="3 3" />
    <text x="2" y="11">${short(most)} ${unit}</text>
    <text x=${width - 2} y="11" text-anchor="end">±${percent(reach / mid).slice(1)}</text>
    <text x="2" y=${height - 4}>${priceText(low)}</text>
    <text x=${width / 2} y=${height - 4} text-anchor="middle">${priceText(mid)} ${quote}</text>
    <text x=${width - 2} y=${height - 4} text-anchor="end">${priceText(high)}</text>
  </svg>`
}
