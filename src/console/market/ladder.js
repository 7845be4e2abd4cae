import { query, segments, useAnswers } from '../base/api.js'
import { clockText, grouped, placesOf, plain } from '../base/format.js'
import { Asked, Trouble, Waiting } from '../base/parts.js'
import { html } from '../preact.js'
import { DepthChart, summed } from './depth-chart.js'

/** Levels on either side, as many as there is room for. */
function levelsFor({ innerWidth: width, innerHeight: height }) {
  if (width < 1000) return 10
  const others = width < 1800 ? 600 : 350
  return Math.max(5, Math.min(40, Math.floor((height - others) / 37)))
}

/** The newest order book, or the last one before a time. */
export function useBook(instrument, at, beat) {
  const path = query(`v2/data/order_book_snapshots.v1/exchanges/${segments(instrument)}/snapshots/full`, {
    end_time: at,
    page_size: 1,
    limit_orders: 100,
  })
  return useAnswers([path], beat)
}

/** @param unit the asset of the amounts @param quote that of the prices */
export function Book({ asked, unit, quote }) {
  const { answers, error, busy, again, paths } = asked
  const [book] = answers?.[0].data ?? []
  // The room of all levels, so that the trades below do not jump.
  const room = `${levelsFor(window) * 37 + 226}px`
  return html`<section class=${`card book ${busy && !answers ? 'busy' : ''}`} aria-label="Order book" style=${{ minHeight: room }}>
    <div class="head"><h3>Order book</h3>
      ${book && html`<span class="quiet number">${clockText(book.poll_timestamp)}</span>`}
      <${Asked} paths=${paths} answers=${answers} /></div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${!answers && !error && html`<${Waiting} />`}
    ${answers && !book && html`<p class="quiet">No order book at this time.</p>`}
    ${book && html`<${Ladder} book=${book} unit=${unit} quote=${quote} /><${DepthChart} book=${book} unit=${unit} quote=${quote} />`}
  </section>`
}

function Ladder({ book, unit, quote }) {
  const levels = levelsFor(window)
  const [asks, bids] = [summed(book.asks.slice(0, levels)), summed(book.bids.slice(0, levels))]
  const most = Math.max(asks.at(-1)?.sum ?? 0, bids.at(-1)?.sum ?? 0)
  const amountPlaces = Math.min(6, Math.max(0, ...[...asks, ...bids].map(({ amount }) => placesOf(amount))))
  const pricePlaces = Math.max(0, ...[...asks, ...bids].map(({ price }) => placesOf(price)))
  const level = (
    one,
    side,
  ) => html`<div role="row" class=${`level ${side}`} style=${{ '--share': `${(one.sum / most) * 100}%` }}>
    <span role="cell" class=${side === 'ask' ? 'down' : 'up'}>${grouped(Number(one.price).toFixed(pricePlaces))}</span>
    <span role="cell">${Number(one.amount).toFixed(amountPlaces)}</span>
    <span role="cell">${one.sum.toFixed(Math.min(amountPlaces, most >= 1000 ? 0 : 3))}</span>
  </div>`
  return html`<div class="ladder" role="table" aria-label="Price levels">
    <div class="names" role="row"><span role="columnheader">Price ${quote}</span><span role="columnheader">Amount ${unit}</span><span role="columnheader">Sum</span></div>
    <div role="rowgroup" aria-label="Asks">${asks.toReversed().map(one => level(one, 'ask'))}
      ${asks.length === 0 && html`<p class="quiet">no asks</p>`}</div>
    <div class="spread" role="row"><span role="cell"><b>${midText(book, pricePlaces)}</b> mid</span><span role="cell">${spreadText(book)}</span></div>
    <div role="rowgroup" aria-label="Bids">${bids.map(one => level(one, 'bid'))}
      ${bids.length === 0 && html`<p class="quiet">no bids</p>`}</div>
  </div>`
}

function midText({ mid_price: mid }, places) {
  return mid === null || mid === undefined ? '–' : grouped(Number(Number(mid).toFixed(places + 2)))
}

/** The spread in the quote asset and in basis points. */
export function spreadText({ asks, bids }) {
  if (asks.length === 0 || bids.length === 0) return 'no spread'
  const [ask, bid] = [Number(asks[0].price), Number(bids[0].price)]
  const points = ((ask - bid) / ((ask + bid) / 2)) * 1e4
  return `spread ${plain(Number((ask - bid).toPrecision(6)))} (${points < 0.1 ? '<0.1' : points.toFixed(1)} bp)`
}
