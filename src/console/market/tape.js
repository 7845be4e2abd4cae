import { query, segments, useAnswers } from '../base/api.js'
import { clockText, dayText, grouped, padded, placesOf } from '../base/format.js'
import { Asked, Table, Trouble, Waiting } from '../base/parts.js'
import { html, useRef } from '../preact.js'

const shown = 60

/** The newest trades, or the last ones before a time. */
export function useTape(instrument, at, beat) {
  const path = query(`v3/data/trades.v1/exchanges/${segments(instrument)}/trades`, { end_time: at, page_size: shown })
  return useAnswers([path], beat)
}

/** Sides of a trade: some exchanges do not say it. */
const sides = new Map([
  [true, ['down', 'sell']],
  [false, ['up', 'buy']],
])

export function Tape({ asked, unit, quote }) {
  const { answers, error, again, paths } = asked
  const trades = answers?.[0].data ?? []
  const seen = useRef({})
  const { of, ids = new Set() } = seen.current
  const fresh = of === paths[0] ? new Set(trades.map(idOf).filter(id => !ids.has(id))) : new Set()
  if (answers) seen.current = { of: paths[0], ids: new Set(trades.map(idOf)) }
  const placesIn = field => Math.max(0, ...trades.map(one => placesOf(one[field])))
  const [pricePlaces, amountPlaces] = [placesIn('price'), Math.min(8, placesIn('amount'))]
  const today = trades[0] && dayText(trades[0].timestamp)
  const sideOf = ({ taker_side_sell: sell }) => sides.get(sell) ?? ['quiet', String(sell ?? 'not given')]
  const columns = [
    [
      'Time',
      row =>
        dayText(row.timestamp) === today
          ? clockText(row.timestamp)
          : `${dayText(row.timestamp).slice(5)} ${clockText(row.timestamp)}`,
    ],
    [
      `Price ${quote}`,
      row => html`<span class=${sideOf(row)[0]}>${grouped(padded(row.price, pricePlaces))}</span>`,
      true,
    ],
    [`Amount ${unit}`, row => Number(row.amount).toFixed(amountPlaces), true],
    ['Side', row => html`<span class=${sideOf(row)[0]}>${sideOf(row)[1]}</span>`],
  ]
  return html`<section class="card tape" aria-label="Trades">
    <div class="head"><h3>Trades</h3><span class="quiet">${today ?? ''}</span><${Asked} paths=${paths} answers=${answers} /></div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${!answers && !error && html`<${Waiting} />`}
    ${answers && html`<${Table} label="Latest trades" columns=${columns} rows=${trades} empty="No trade before this time." rowOf=${row => ({ key: idOf(row), class: fresh.has(idOf(row)) ? 'fresh' : '' })} />`}
  </section>`
}

const idOf = ({ trade_id: id }) => id
