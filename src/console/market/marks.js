import { seconds } from '../base/chart.js'

/** More marks would cover the candles. */
const most = 12

const barOf = (time, { width }) => seconds(time - (time % width))
const within = (time, { from, until }) => time >= from && time < until

/** What was liquidated by bar and side: `{ time, side, usd }`. */
function sumsOf(liquidations, range) {
  const sums = new Map()
  for (const { timestamp, position_side: side, amount_usd } of liquidations) {
    if (!within(timestamp, range)) continue
    const time = barOf(timestamp, range)
    const sum = sums.get(`${time} ${side}`) ?? { time, side, usd: 0 }
    sums.set(`${time} ${side}`, { ...sum, usd: sum.usd + Number(amount_usd) })
  }
  return [...sums.values()]
}

/** One mark for each bar and side with a large sum of liquidations; the three largest are larger. */
export function liquidated(liquidations, range) {
  const largest = sumsOf(liquidations, range).toSorted((a, b) => b.usd - a.usd)
  return largest.slice(0, most).map(({ time, side }, n) => ({
    time,
    position: side === 'long' ? 'belowBar' : 'aboveBar',
    shape: side === 'long' ? 'arrowDown' : 'arrowUp',
    tone: 'warn',
    size: n < 3 ? 1.4 : 0.7,
  }))
}

/** US dollars that were liquidated while a bar lasted. */
export function liquidatedIn(liquidations, { timestamp }, width) {
  const range = { from: timestamp, until: timestamp + width, width }
  return sumsOf(liquidations, range).reduce((sum, { usd }) => sum + usd, 0)
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
