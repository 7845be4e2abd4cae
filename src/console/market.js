import { query, segments, useAnswers } from './api.js'
import { Chart, seconds } from './chart.js'
import { follow, go, linkTo } from './location.js'
import { Asked, Choice, plain, short, Table, Trouble, timeText, Waiting } from './parts.js'
import { html, useCallback, useEffect, useMemo, useRef } from './preact.js'
import { mostTraded, Search } from './search.js'

const milliseconds = { '1m': 6e4, '5m': 3e5, '15m': 9e5, '1h': 36e5, '4h': 144e5, '1d': 864e5 }
const bars = 300

const instrumentPath = (dataset, instrument) => `${dataset}/exchanges/${segments(instrument)}`

/** Markers with an amount; more of them would cover the candles. */
const labelled = 3

/** One marker for each bar and side, which sums its liquidations; the largest sums are labelled. */
function markersOf(liquidations, width) {
  const sums = new Map()
  for (const { timestamp, position_side: side, amount_usd } of liquidations) {
    const time = seconds(timestamp - (timestamp % width))
    const sum = sums.get(`${time} ${side}`) ?? { time, side, usd: 0 }
    sums.set(`${time} ${side}`, { ...sum, usd: sum.usd + Number(amount_usd) })
  }
  const largest = new Set([...sums.values()].sort((a, b) => b.usd - a.usd).slice(0, labelled))
  return [...sums.values()].map(sum => ({
    time: sum.time,
    position: sum.side === 'long' ? 'belowBar' : 'aboveBar',
    shape: sum.side === 'long' ? 'arrowDown' : 'arrowUp',
    color: '#c77d00',
    ...(largest.has(sum) && { text: `${short.format(sum.usd)} USD` }),
  }))
}

/** Candles, volume and VWAP from the bars; an interval without trades is a gap. */
function seriesOf(records, markers) {
  const ascending = records.toReversed()
  const traded = ascending.filter(({ open }) => open !== null)
  const time = ({ timestamp }) => seconds(timestamp)
  return [
    {
      kind: 'candles',
      title: '',
      data: ascending.map(bar =>
        bar.open === null
          ? { time: time(bar) }
          : {
              time: time(bar),
              open: Number(bar.open),
              high: Number(bar.high),
              low: Number(bar.low),
              close: Number(bar.close),
            },
      ),
      markers,
    },
    {
      kind: 'line',
      title: 'VWAP',
      tone: 'accent',
      data: traded.map(bar => ({ time: time(bar), value: Number(bar.price) })),
    },
    {
      kind: 'columns',
      title: 'Volume',
      tone: 'quiet',
      data: ascending.map(bar => ({ time: time(bar), value: Number(bar.volume) })),
    },
  ]
}

function Candles({ instrument, interval, end, at }) {
  const kind = instrument.split('/')[1]
  const range = { ...(end && { end_time: end }), page_size: bars }
  const paths = [
    query(`v2/data/${instrumentPath('trades.v1', instrument)}/aggregations/count_ohlcv_vwap`, { interval, ...range }),
    ...(kind === 'perpetual-future' || kind === 'future'
      ? [
          query(`v2/data/liquidation.v1/trades/${segments(instrument)}`, {
            ...(end && { end_time: end }),
            page_size: 100,
          }),
        ]
      : []),
  ]
  const { answers, error } = useAnswers(paths)
  const series = useMemo(
    () => answers && seriesOf(answers[0].data, markersOf(inRange(answers), milliseconds[interval])),
    [answers],
  )
  const timer = useRef()
  const onMoment = useCallback(time => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => go({ at: new Date(time).toISOString() }, { replace: true }), 200)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  if (error) return html`<${Trouble} error=${error} />`
  if (!series) return html`<${Waiting} />`
  const records = answers[0].data
  const gaps = records.filter(({ count }) => count === 0).length
  const oldest = records.at(-1)?.timestamp
  return html`<section aria-label="Candles">
    <${Chart} label=${`Candles of ${instrument} by ${interval}, with volume and VWAP`} series=${series} onMoment=${onMoment} />
    <div class="row">
      <button type="button" disabled=${oldest === undefined} onClick=${() => go({ end: new Date(oldest).toISOString() })}>Earlier</button>
      <button type="button" disabled=${!end} onClick=${() => go({ end: undefined })}>Latest</button>
      <span class="quiet">${records.length} intervals${records.length > 0 ? ` from ${timeText(oldest)} to ${timeText(records[0].timestamp)}` : ''};
        ${gaps === 0 ? ' no gap' : ` ${gaps} without trades`}</span>
    </div>
    <${Asked} paths=${paths} answers=${answers} />
  </section>
  <${Momentary} instrument=${instrument} at=${at ?? (records[0] && new Date(records[0].timestamp + milliseconds[interval]).toISOString())} />`
}

/** Liquidations within the displayed bars. */
function inRange([bars, liquidations]) {
  if (!liquidations || bars.data.length === 0) return []
  const from = bars.data.at(-1).timestamp
  return liquidations.data.filter(({ timestamp }) => timestamp >= from).toReversed()
}

/** Order book and tape at the time under the pointer. */
function Momentary({ instrument, at }) {
  if (!at) return null
  return html`<p class="row"><label>At <input type="text" size="26" value=${at}
      onChange=${event => go({ at: event.currentTarget.value })} /></label>
      <span class="quiet">the time under the pointer, UTC</span></p>
    <div class="columns two">
      <section aria-label="Order book"><h3>Order book</h3><${Book} instrument=${instrument} at=${at} /></section>
      <section aria-label="Trades"><h3>Trades before it</h3><${Tape} instrument=${instrument} at=${at} /></section>
    </div>`
}

function Tape({ instrument, at }) {
  const paths = [query(`v3/data/${instrumentPath('trades.v1', instrument)}/trades`, { end_time: at, page_size: 30 })]
  const { answers, error } = useAnswers(paths)
  if (error) return html`<${Trouble} error=${error} />`
  if (!answers) return html`<${Waiting} />`
  const side = ({ taker_side_sell: sell }) =>
    html`<span class=${sell === true ? 'down' : sell === false ? 'up' : 'quiet'}>${sell === true ? '▼ sell' : sell === false ? '▲ buy' : String(sell)}</span>`
  const columns = [
    ['Time', row => timeText(row.timestamp)],
    ['Price', row => row.price, true],
    ['Amount', row => row.amount, true],
    ['Taker', side],
  ]
  return html`<${Table} label="Trades" columns=${columns} rows=${answers[0].data} empty="No trade before this time." />
    <${Asked} paths=${paths} answers=${answers} />`
}

const levels = 8

function Book({ instrument, at }) {
  const paths = [
    query(`v2/data/${instrumentPath('order_book_snapshots.v1', instrument)}/snapshots/full`, {
      end_time: at,
      page_size: 1,
      limit_orders: 100,
    }),
  ]
  const { answers, error } = useAnswers(paths)
  if (error) return html`<${Trouble} error=${error} />`
  if (!answers) return html`<${Waiting} />`
  const [book] = answers[0].data
  if (!book) return html`<p class="quiet">No order book at this time.</p><${Asked} paths=${paths} answers=${answers} />`
  const rows = [
    ...book.asks
      .slice(0, levels)
      .toReversed()
      .map(level => ({ ...level, side: 'ask' })),
    ...book.bids.slice(0, levels).map(level => ({ ...level, side: 'bid' })),
  ]
  const columns = [
    ['Side', row => html`<span class=${row.side === 'ask' ? 'down' : 'up'}>${row.side}</span>`],
    ['Price', row => row.price, true],
    ['Amount', row => row.amount, true],
  ]
  return html`<p class="quiet">${timeText(book.poll_timestamp)} · spread ${book.spread} · mid ${book.mid_price}</p>
    <${DepthCurve} asks=${book.asks} bids=${book.bids} />
    <${Table} label="Price levels" columns=${columns} rows=${rows} />
    <${Asked} paths=${paths} answers=${answers} />`
}

const [width, height] = [600, 140]

/** Cumulative amounts by distance from the mid price, drawn over price. */
function DepthCurve({ asks, bids }) {
  if (asks.length === 0 || bids.length === 0) return null
  const cumulative = side => {
    let sum = 0
    return side.map(({ price, amount }) => {
      sum += Number(amount)
      return [Number(price), sum]
    })
  }
  const [up, down] = [cumulative(asks), cumulative(bids)]
  const [low, high] = [down.at(-1)[0], up.at(-1)[0]]
  const most = Math.max(up.at(-1)[1], down.at(-1)[1])
  const x = price => ((price - low) / (high - low || 1)) * width
  const y = sum => height - (sum / most) * (height - 14)
  const steps = side =>
    side.reduce(
      (path, [price, sum], n) => `${path}${n === 0 ? `M${x(price)},${height}` : `H${x(price)}`}V${y(sum)}`,
      '',
    )
  return html`<svg class="picture" viewBox=${`0 0 ${width} ${height}`} role="img" aria-label="Depth: cumulative amounts by price">
    <path d=${steps(down)} fill="none" stroke="var(--up)" stroke-width="2" />
    <path d=${steps(up)} fill="none" stroke="var(--down)" stroke-width="2" />
    <text x="2" y="11">${plain.format(most)}</text>
    <text x="2" y=${height - 2}>${low}</text><text x=${width - 2} y=${height - 2} text-anchor="end">${high}</text>
  </svg>`
}

export function Market({ instrument, interval: asked, end, at, q }) {
  const interval = Object.hasOwn(milliseconds, asked) ? asked : '1h'
  const first = useAnswers([mostTraded])
  const list = first.answers?.[0]
  const shown = instrument ?? list?.data.map(one => `${one.exchange_code}/${one.class}/${one.code}`)[0]
  useEffect(() => {
    document.title = shown ? `${shown} – market-data-sandbox` : 'market-data-sandbox'
  }, [shown])
  return html`<div class="columns market">
    <${Search} text=${q} instrument=${shown} first=${list} />
    <section class="card" aria-label="Instrument">
      ${first.error && html`<${Trouble} error=${first.error} />`}
      ${
        shown &&
        html`<div class="row"><h2>${shown}</h2>
          <${Choice} label="Interval" value=${interval} options=${Object.keys(milliseconds)} onChange=${value => go({ interval: value, end: undefined })} />
          <a href=${linkTo({ view: 'coverage' }, {})} onClick=${follow}>coverage</a></div>
        <${Candles} instrument=${shown} interval=${interval} end=${end} at=${at} />`
      }
    </section>
  </div>`
}
