import { ask, query } from './api.js'
import { dayText, plain } from './format.js'
import { follow, go, linkTo, place } from './location.js'
import { Asked, Choice, Table, Trouble } from './parts.js'
import { Plot } from './plot.js'
import { html, useEffect, useState } from './preact.js'
import { pulse } from './pulse.js'

/** Strikes around the money whose prices are asked for, and how many contracts at once. */
const [near, atOnce] = [12, 6]

const strikeOf = one => Number(one.strike_price)
const isCall = one => one.instrument.endsWith('-c')

/** Calls and puts of an expiry side by side, and the smile of their volatility. @param answers the contracts */
export function Chain({ answers: [{ data }], values: { base, exchange } }) {
  const now = pulse()?.now ?? Date.now()
  const live = data.filter(one => Date.parse(one.expiry) > now)
  const expiries = [...new Set(live.map(one => Date.parse(one.expiry)))].toSorted((a, b) => a - b)
  const wanted = Number(place().expiry)
  const expiry = expiries.includes(wanted) ? wanted : (expiries[1] ?? expiries[0])
  if (expiry === undefined) return html`<p class="quiet">No option of ${base} is listed on ${exchange}.</p>`
  const listed = live.filter(one => Date.parse(one.expiry) === expiry)
  return html`<div class="row"><${Choice} label="Expiry" value=${expiry} options=${expiries.map(one => [one, dayText(one)])} onChange=${one => go({ expiry: one })} /></div>
    <${Contracts} key=${`${exchange} ${base} ${expiry}`} listed=${listed} exchange=${exchange} />`
}

/** Calls for a contract: its price, and its volatility with the Greeks. */
const pathsOf = (exchange, { instrument }) =>
  ['price', 'risk'].map(name =>
    query(`v2/data/derivatives.v2/${name}`, { exchange, instrument_class: 'option', instrument, page_size: 1 }),
  )

/** Prices and Greeks by contract, those around the money first. */
function usePrices(listed, exchange) {
  const [state, setState] = useState({ prices: new Map(), paths: [], answers: [] })
  useEffect(() => {
    const abort = new AbortController()
    const read = async contract => {
      const paths = pathsOf(exchange, contract)
      const answers = await Promise.all(paths.map(path => ask(path, abort)))
      const [price, risk] = answers.map(({ data }) => data[0])
      setState(known => ({
        spot: Number(price?.index_price ?? known.spot),
        prices: new Map(known.prices).set(contract.instrument, { ...price, ...risk }),
        paths: [...known.paths, ...paths],
        answers: [...known.answers, ...answers],
      }))
      return Number(price?.index_price)
    }
    const all = async () => {
      const spot = await read(listed[Math.floor(listed.length / 2)])
      const away = one => Math.abs(strikeOf(one) - spot)
      const wanted = listed.toSorted((a, b) => away(a) - away(b)).slice(0, 2 * near)
      for (let n = 0; n < wanted.length; n += atOnce) await Promise.all(wanted.slice(n, n + atOnce).map(read))
    }
    all().catch(error => abort.signal.aborted || setState(known => ({ ...known, error })))
    return () => abort.abort()
  }, [])
  return state
}

function Contracts({ listed, exchange }) {
  const { prices, spot, paths, answers, error } = usePrices(listed, exchange)
  const strikes = [...new Set(listed.map(strikeOf))].toSorted((a, b) => a - b)
  const find = (strike, call) => listed.find(one => strikeOf(one) === strike && isCall(one) === call)
  const shownOf = (strike, call, pick) => prices.get(find(strike, call)?.instrument)?.[pick] ?? undefined
  const cell = (call, pick, digits) => strike => {
    const value = shownOf(strike, call, pick)
    return value === undefined ? '' : plain(Number(Number(value).toFixed(digits)))
  }
  const volatility = strike => {
    const value = shownOf(strike, true, 'mark_iv') ?? shownOf(strike, false, 'mark_iv')
    return value === undefined ? undefined : Number(value)
  }
  const link = call => strike => {
    const one = find(strike, call)
    return one
      ? html`<a href=${linkTo({ view: 'market', instrument: `${exchange}/option/${one.instrument}` }, {})} onClick=${follow}>${call ? 'Call' : 'Put'}</a>`
      : ''
  }
  const columns = [
    ['', link(true)],
    ['Open interest', cell(true, 'open_interest', 1), true],
    ['Delta', cell(true, 'delta', 3), true],
    ['Mark', cell(true, 'mark_price', 2), true],
    ['Strike', strike => html`<strong>${plain(strike)}</strong>`, true],
    ['Volatility', strike => (volatility(strike) === undefined ? '' : `${volatility(strike).toFixed(1)} %`), true],
    ['Mark', cell(false, 'mark_price', 2), true],
    ['Delta', cell(false, 'delta', 3), true],
    ['Open interest', cell(false, 'open_interest', 1), true],
    ['', link(false)],
  ]
  const smile = strikes.map(strike => [strike, volatility(strike)]).filter(([, value]) => value !== undefined)
  const marks = [
    { kind: 'line', points: smile, tone: 'accent' },
    { kind: 'dots', points: smile, tone: 'accent' },
  ]
  return html`<p class="row">${spot ? html`<span>index ${plain(spot)}</span>` : ''} <span class="quiet" role="status">${prices.size} of ${listed.length} contracts read, those around the money</span>
      ${paths.length > 0 && html`<${Asked} paths=${paths} answers=${answers} />`}</p>
    ${error && html`<${Trouble} error=${error} />`}
    ${smile.length > 1 && html`<${Plot} label="Smile: implied volatility by strike" x=${{ title: 'strike', text: plain }} y=${{ title: 'implied volatility', text: value => `${value.toFixed(1)} %` }} marks=${marks} at=${spot ? { value: spot, text: 'index' } : undefined} />`}
    <${Table} label="Option chain" columns=${columns} rows=${strikes} rowOf=${strike => ({ class: volatility(strike) === undefined ? '' : 'near' })} />`
}
