import { query, segments, useAnswers } from '../base/api.js'
import { Chart, palette } from '../base/chart.js'
import { plain, short } from '../base/format.js'
import { follow, linkTo } from '../base/location.js'
import { Asked, Table, Trouble, WaitingPicture } from '../base/parts.js'
import { html, useMemo } from '../preact.js'
import { Plot, Sparkline } from './plot.js'

const percentText = value => `${plain(Number(value.toFixed(2)))} %`

const priceText = price => plain(Number(price.toPrecision(5)))

/** Prices of ticks: a factor of 1.0001 each. Undefined if the price of the pool is written the other way round. */
function tickPrices({ current_tick: tick, current_price: price }) {
  // Tokens differ by whole powers of ten in their decimals; the price lies within the tick.
  const shift = Math.log10(price) - tick * Math.log10(1.0001)
  if (Math.abs(shift - Math.round(shift)) > 1e-3) return undefined
  return one => 10 ** Math.round(shift) * 1.0001 ** one
}

/** Liquidity by tick range around the present price. */
export function Ticks({ answers: [{ data }] }) {
  const [pool] = data
  if (!pool) return html`<p class="quiet">No records for this choice.</p>`
  const bars = pool.snapshots.map(one => [one.lower_tick, one.amount, one.upper_tick])
  const priceAt = tickPrices(pool)
  const [first = 'Token 0', second = 'Token 1'] = pool.pool_name.split(' ')[0].split('/')
  const rangeText = ([from, , until]) =>
    priceAt ? `${priceText(priceAt(from))} to ${priceText(priceAt(until))}` : `${from} to ${until}`
  const columns = [
    ['From tick', row => row.lower_tick, true],
    ['To tick', row => row.upper_tick, true],
    ...(priceAt
      ? [
          ['From price', row => priceText(priceAt(row.lower_tick)), true],
          ['To price', row => priceText(priceAt(row.upper_tick)), true],
        ]
      : []),
    ['Liquidity', row => short(row.amount), true],
    [first, row => plain(row.amount0), true],
    [second, row => plain(row.amount1), true],
  ]
  return html`<p><strong>${pool.pool_name}</strong> <span class="quiet">block ${pool.block_number}, tick ${pool.current_tick}, price ${plain(pool.current_price)}</span></p>
    <${Plot} label=${`Liquidity of ${pool.pool_name} by tick`} x=${priceAt ? { title: `price (${second} per ${first}), by tick`, text: tick => priceText(priceAt(tick)) } : { title: 'tick', text: String }} y=${{ title: 'liquidity', text: short, from: 0 }}
      marks=${[{ kind: 'bars', points: bars, tone: 'accent', tip: bar => `${rangeText(bar)}: ${short(bar[1])}` }]} at=${{ value: pool.current_tick, text: `price ${plain(pool.current_price)}` }} />
    <${Table} label="Liquidity by tick range" columns=${columns} rows=${pool.snapshots} />`
}

/** From utilisation to rates, as each record shows it. */
export function Curve({ answers: [{ data }] }) {
  const utilisation = row => (100 * row.total_borrowed) / row.total_liquidity
  const points = pick =>
    data.filter(row => row.total_liquidity > 0 && row[pick] !== null).map(row => [utilisation(row), row[pick] * 100])
  const marks = [
    { kind: 'dots', points: points('variable_borrow_rate'), tone: 'down', title: 'borrow rate' },
    { kind: 'dots', points: points('supply_rate'), tone: 'up', title: 'supply rate' },
  ]
  const at = data[0] && { value: utilisation(data[0]), text: `now ${percentText(utilisation(data[0]))}` }
  return html`<${Plot} label="Rates by utilisation" x=${{ title: 'utilisation', text: percentText }} y=${{ title: 'rate per year', text: percentText, from: 0 }} marks=${marks} at=${at} />`
}

/** Changes of a portfolio's value `[day, change, next day]`, from the reference prices of the newest fixing. */
function changesOf({ data }, { bases, quantities, quote }) {
  const newest = data.findLast(({ sources }) => sources?.length)
  if (!newest) return undefined
  const byDay = new Map()
  const held = new Map(bases.split(',').map((base, n) => [`${base.trim()}-${quote}`, Number(quantities.split(',')[n])]))
  for (const { pair, ref_price, date } of newest.sources) {
    const [base] = pair.split('-')
    const amount = held.get(pair) ?? [...held].find(([name]) => name.startsWith(`${base}-`))?.[1]
    if (amount !== undefined) byDay.set(date, (byDay.get(date) ?? 0) + amount * ref_price)
  }
  const days = [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const changes = days
    .slice(1)
    .map(([date, value], n) => [Date.parse(date) / 864e5, value - days[n][1], Date.parse(date) / 864e5 + 1])
  return { newest, changes }
}

const dayOf = day => new Date(day * 864e5).toISOString().slice(0, 10)
const signTone = change => (change < 0 ? 'down' : 'up')

/** Days of the portfolio, with the expected shortfall. */
export function Losses({ answers: [, recent], values }) {
  const { newest, changes } = changesOf(recent, values) ?? {}
  if (!newest) return null
  const unit = values.quote.toUpperCase()
  const loss = newest.expected_shortfall.value
  const span = [changes[0]?.[0] ?? 0, changes.at(-1)?.[2] ?? 1]
  const marks = [
    {
      kind: 'bars',
      points: changes,
      tone: 'up',
      toneOf: ([, change]) => signTone(change),
      tip: ([day, change]) => `${dayOf(day)}: ${short(change)} ${unit}`,
    },
    ...(loss === null ? [] : [{ kind: 'line', tone: 'warn', points: span.map(day => [day, -loss]) }]),
  ]
  return html`<h4>Profit and loss per day in ${unit}; the line marks the expected shortfall, ${plain(loss ?? 0)}</h4>
    <${Plot} label="Profit and loss per day" x=${{ title: 'day', text: dayOf }} y=${{ title: unit, text: short }} marks=${marks} />
    <h4>Expected shortfall at each fixing</h4>`
}

const bins = 40

/** How often the portfolio gained or lost how much in a day, with the value at risk. */
export function Distribution({ answers: [, recent], values }) {
  const { newest, changes } = changesOf(recent, values) ?? {}
  if (!newest || changes.length === 0) return null
  const unit = values.quote.toUpperCase()
  const sizes = changes.map(([, change]) => change)
  const [low, high] = [Math.min(...sizes), Math.max(...sizes)]
  const width = (high - low) / bins || 1
  const counts = Array.from({ length: bins }, (_, n) => [low + n * width, 0, low + (n + 1) * width])
  for (const size of sizes) counts[Math.min(bins - 1, Math.floor((size - low) / width))][1]++
  const { value: loss, risk_level: level } = newest.value_at_risk
  const marks = [
    {
      kind: 'bars',
      points: counts,
      tone: 'up',
      toneOf: ([from]) => signTone(from + width / 2),
      tip: ([from, count, until]) => `${short(from)} to ${short(until)} ${unit}: ${count} days`,
    },
  ]
  const at = loss === null ? undefined : { value: -loss, text: `value at risk ${short(loss)}` }
  return html`<h4>${changes.length} days by profit or loss in ${unit}; ${plain(Number((100 * (1 - level)).toFixed(2)))} % lost more than the value at risk</h4>
    <${Plot} label="Days by profit and loss" x=${{ title: `profit or loss per day, ${unit}`, text: short }} y=${{ title: 'days', text: short, from: 0 }} marks=${marks} at=${at} />
    <h4>Value at risk at each fixing</h4>`
}

export function Ranking({ answers: [{ data }] }) {
  const columns = [
    ['Rank', row => row.rank, true],
    [
      'Asset',
      row =>
        html`<a href=${linkTo({ view: 'families', family: 'supply', asset: row.asset })} onClick=${follow}>${row.asset.toUpperCase()}</a>`,
    ],
    ['Market cap USD', row => short(row.market_cap), true],
    ['Price USD', row => plain(Number((row.market_cap / row.circulating_supply).toPrecision(6))), true],
    ['Circulating', row => short(row.circulating_supply), true],
    ['Total', row => short(row.total_supply), true],
    ['30 days', row => html`<${Trend} key=${row.asset} asset=${row.asset} />`],
  ]
  return html`<${Table} label="Ranking" columns=${columns} rows=${data} />`
}

function Trend({ asset }) {
  const path = `v2/data/supply.v2/aggregated/${segments(asset)}`
  const { answers } = useAnswers([query(path, { interval: '1d', sort: 'desc', page_size: 30 })])
  const caps = (answers?.[0].data ?? []).map(row => row.market_cap)
  const values = caps.filter(value => value !== null).toReversed()
  return html`<${Sparkline} values=${values} label=${`Market cap of ${asset} over 30 days`} />`
}

/** Records of five minutes, as many as a page holds. */
const steps = 1000

/** The supply on each chain, from the largest at the bottom up; the largest sum is drawn first. */
export function Chains({ answers: [{ data }], values: { asset } }) {
  const sources = data[0]?.sources ?? []
  const chains = sources.toSorted((a, b) => b.circulating_supply - a.circulating_supply).map(({ chain }) => chain)
  const paths = chains.map(chain =>
    query(`v2/data/supply.v2/blockchain-level/${segments(`${chain}/${asset}`)}`, { page_size: steps }),
  )
  const { answers, error, again } = useAnswers(paths)
  const series = useMemo(() => (answers?.length === chains.length ? stacked(chains, answers) : undefined), [answers])
  if (chains.length === 0) return html`<p class="quiet">The supply of ${asset} is not known by chain.</p>`
  if (error) return html`<${Trouble} error=${error} again=${again} />`
  return html`<p class="row">${chains.map((chain, n) => html`<span><span class="swatch" style=${{ background: `var(--${toneOf(n)})` }}></span> ${chain}</span>`)} <${Asked} paths=${paths} answers=${answers} /></p>
    ${series ? html`<${Chart} label=${`Supply of ${asset} by chain`} series=${series} />` : html`<${WaitingPicture} />`}`
}

const toneOf = n => palette[n % palette.length]

function stacked(chains, answers) {
  const sums = new Map()
  const layers = chains.map((chain, n) => {
    const rows = answers[n].data.toSorted((a, b) => a.timestamp - b.timestamp)
    const points = rows.map(row => {
      sums.set(row.timestamp, (sums.get(row.timestamp) ?? 0) + (row.circulating_supply ?? row.total_supply ?? 0))
      return { time: row.timestamp, value: sums.get(row.timestamp) }
    })
    return { kind: 'stacked', title: chain, tone: toneOf(n), unit: 'amount', data: points }
  })
  return layers.toReversed()
}
