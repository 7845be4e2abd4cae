import { seconds } from './chart.js'
import { short } from './format.js'

/** Marks with an amount; more of them would cover the candles. */
const labelled = 3

const barOf = (time, { width }) => seconds(time - (time % width))
const within = (time, { from, until }) => time >= from && time < until

/** One mark for each bar and side, which sums its liquidations; the largest sums are labelled. */
export function liquidated(liquidations, range) {
  const sums = new Map()
  for (const { timestamp, position_side: side, amount_usd } of liquidations) {
    if (!within(timestamp, range)) continue
    const time = barOf(timestamp, range)
    const sum = sums.get(`${time} ${side}`) ?? { time, side, usd: 0 }
    sums.set(`${time} ${side}`, { ...sum, usd: sum.usd + Number(amount_usd) })
  }
  const largest = new Set([...sums.values()].toSorted((a, b) => b.usd - a.usd).slice(0, labelled))
  return [...sums.values()].map(sum => ({
    time: sum.time,
    position: sum.side === 'long' ? 'belowBar' : 'aboveBar',
    shape: sum.side === 'long' ? 'arrowDown' : 'arrowUp',
    tone: 'warn',
    size: largest.has(sum) ? 1 : 0.4,
    ...(largest.has(sum) && { text: `${short(sum.usd)} USD liquidated` }),
  }))
}

export function scenarios(known, instrument, range) {
  return known
    .filter(({ subject, start }) => subject === instrument && within(Date.parse(start), range))
    .map(({ title, start }) => ({
      time: barOf(Date.parse(start), range),
      position: 'aboveBar',
      shape: 'circle',
      tone: 'warn',
      text: title.split(':')[0],
    }))
}

export function listed(instrument, range) {
  if (!instrument) return []
  const { trade_start_timestamp: start, trade_end_timestamp: end } = instrument
  const marks = [
    [start, 'first trade', 'arrowUp'],
    [end, 'last trade', 'arrowDown'],
  ]
  return marks
    .filter(([time]) => time !== null && time !== undefined && within(time, range))
    .map(([time, text, shape]) => ({ time: barOf(time, range), position: 'belowBar', shape, tone: 'quiet', text }))
}
