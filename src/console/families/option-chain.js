import { ask, query, useAnswers } from '../base/api.js'
import { dayText, grouped, plain } from '../base/format.js'
import { follow, go, linkTo, place } from '../base/location.js'
import { Asked, Choice, Table, Trouble, WaitingPicture } from '../base/parts.js'
import { clockNow } from '../base/pulse.js'
import { html, useEffect, useState } from '../preact.js'
import { Plot } from './plot.js'

/** Strikes around the money that are shown first, and how many contracts are read at once. */
const [near, atOnce] = [15, 6]

/** Points of the smile, by the logarithm of strike ÷ forward price. */
const points = 41

const strikeOf = one => Number(one.strike_price)
const isCall = one => one.instrument.endsWith('-c')

/** Options that expire sooner are worth little beside their intrinsic value. */
const soon = 7 * 864e5

/** The first expiry with enough strikes for a chain, or else the one with most: not soon, if there is a later one. */
function readable(contracts, expiries, now) {
  const counts = Map.groupBy(contracts, one => Date.parse(one.expiry))
  const most = Math.max(0, ...[...counts.values()].map(some => some.length))
  const enough = expiries.filter(one => counts.get(one).length >= Math.min(most, 2 * near))
  return enough.find(one => one > now + soon) ?? enough[0]
}

/** Calls and puts of an expiry side by side, and the smile of their volatility. @param answers the contracts */
export function Chain({ answers: [{ data }], values: { base, exchange } }) {
  const now = clockNow()
  const live = data.filter(one => Date.parse(one.expiry) > now)
  const expiries = [...new Set(live.map(one => Date.parse(one.expiry)))].toSorted((a, b) => a - b)
  const wanted = Number(place().expiry)
  const expiry = expiries.includes(wanted) ? wanted : readable(live, expiries, now)
  if (expiry === undefined) return html`<p class="quiet">No option of ${base} is listed on ${exchange}.</p>`
  const listed = live.filter(one => Date.parse(one.expiry) === expiry)
  const whole = place().strikes === 'all'
  return html`<div class="row"><${Choice} label="Expiry" value=${expiry} options=${expiries.map(one => [one, dayText(one)])} onChange=${one => go({ expiry: one })} />
      <${Choice} label="Strikes" value=${whole ? 'all' : ''} options=${[
        ['', `${near} nearest the index`],
        ['all', 'all'],
      ]} onChange=${value => go({ strikes: value })} /></div>
    <${Contracts} key=${`${exchange} ${base} ${expiry} ${whole}`} listed=${listed} exchange=${exchange} base=${base} expiry=${expiry} most=${whole ? Number.POSITIVE_INFINITY : near} />`
}

/** The smile between the outermost strikes, and at least 10 % around the forward price. */
function useSmile({ listed, exchange, base, expiry }) {
  const [time] = useState(new Date(Math.floor(clockNow() / 6e4) * 6e4).toISOString())
  const strikes = listed.map(strikeOf)
  const wide = Math.min(0.6, Math.max(0.1, Math.log(Math.max(...strikes) / Math.min(...strikes)) / 2))
  const grid = Array.from({ length: points }, (_, n) => (wide * (2 * n - points + 1)) / (points - 1))
  const path = query('v2/data/analytics.v2/implied_volatility_smile', {
    base,
    quote: listed[0].quote_asset ?? 'usd',
    exchanges: exchange,
    value_time: time,
    expiry: new Date(expiry).toISOString(),
    forward_log_moneynesses: grid.map(one => one.toFixed(4)).join(','),
  })
  const { answers, error } = useAnswers([path])
  return { smile: answers?.[0].data[0], error, path, answer: answers?.[0] }
}

/** Calls for a contract: its price, and its volatility with the Greeks. */
const pathsOf = (exchange, { instrument }) =>
  ['price', 'risk'].map(name =>
    query(`v2/data/derivatives.v2/${name}`, { exchange, instrument_class: 'option', instrument, page_size: 1 }),
  )

/** Prices and Greeks by contract, for the strikes that are nearest the index price. */
function usePrices(listed, exchange, most) {
  const [state, setState] = useState({ prices: new Map(), shown: [], paths: [], answers: [] })
  useEffect(() => {
    const abort = new AbortController()
    const read = async contract => {
      const paths = pathsOf(exchange, contract)
      const answers = await Promise.all(paths.map(path => ask(path, abort)))
      const [price, risk] = answers.map(({ data }) => data[0])
      setState(known => ({
        ...known,
        prices: new Map(known.prices).set(contract.instrument, { ...price, ...risk }),
        paths: [...known.paths, ...paths],
        answers: [...known.answers, ...answers],
      }))
      return Number(price?.index_price)
    }
    const all = async () => {
      const spot = await read(listed[Math.floor(listed.length / 2)])
      const away = strike => Math.abs(strike - spot)
      const strikes = [...new Set(listed.map(strikeOf))].toSorted((a, b) => away(a) - away(b)).slice(0, most)
      setState(known => ({ ...known, spot, shown: strikes.toSorted((a, b) => a - b) }))
      const wanted = strikes.flatMap(strike => listed.filter(one => strikeOf(one) === strike))
      for (let n = 0; n < wanted.length; n += atOnce) await Promise.all(wanted.slice(n, n + atOnce).map(read))
    }
    all().catch(error => abort.signal.aborted || setState(known => ({ ...known, error })))
    return () => abort.abort()
  }, [])
  return state
}

const percentText = value => `${value.toFixed(1)} %`

function Contracts({ listed, exchange, base, expiry, most }) {
  const { prices, shown, spot, paths, answers, error } = usePrices(listed, exchange, most)
  const { smile, error: unsmiling, path, answer } = useSmile({ listed, exchange, base, expiry })
  const find = (strike, call) => listed.find(one => strikeOf(one) === strike && isCall(one) === call)
  const shownOf = (strike, call, pick) => prices.get(find(strike, call)?.instrument)?.[pick] ?? undefined
  const cell = (call, pick, digits) => strike => {
    const value = shownOf(strike, call, pick)
    // Adding 0 makes −0 positive.
    return value === undefined ? '' : grouped((Number(Number(value).toFixed(digits)) + 0).toFixed(digits))
  }
  const volatility = strike => {
    const value = shownOf(strike, true, 'mark_iv') ?? shownOf(strike, false, 'mark_iv')
    return value === undefined ? undefined : Number(value)
  }
  const link = call => strike => {
    const one = find(strike, call)
    return one
      ? html`<a href=${linkTo({ view: 'market', instrument: `${exchange}/option/${one.instrument}` }, {})} onClick=${follow} title=${one.instrument}>${call ? 'Call' : 'Put'}</a>`
      : ''
  }
  const columns = [
    ['', link(true)],
    ['Call interest', cell(true, 'open_interest', 1), true],
    ['Call delta', cell(true, 'delta', 3), true],
    ['Call mark', cell(true, 'mark_price', 2), true],
    ['Strike', strike => html`<strong>${plain(strike)}</strong>`, true],
    ['Volatility', strike => (volatility(strike) === undefined ? '' : percentText(volatility(strike))), true],
    ['Put mark', cell(false, 'mark_price', 2), true],
    ['Put delta', cell(false, 'delta', 3), true],
    ['Put interest', cell(false, 'open_interest', 1), true],
    ['', link(false)],
  ]
  const curve = (smile?.implied_volatilities ?? []).map(one => [one.strike, 100 * one.implied_volatility])
  const marked = shown.map(strike => [strike, volatility(strike)]).filter(([, value]) => value !== undefined)
  const marks = [
    { kind: 'line', points: curve, tone: 'accent' },
    { kind: 'dots', points: marked, tone: 'warn', tip: ([strike, value]) => `${plain(strike)}: ${percentText(value)}` },
  ]
  const nearest = shown.reduce((a, b) => (Math.abs(b - spot) < Math.abs(a - spot) ? b : a), shown[0])
  const read = shown.filter(strike => find(strike, true) === undefined || prices.has(find(strike, true).instrument))
  return html`<p class="row">${spot ? html`<span>index ${plain(spot)}</span>` : ''} <span class="quiet" role="status">${read.length} of ${shown.length} strikes read</span>
      <${Asked} paths=${[path, ...paths]} answers=${[answer, ...answers]} /></p>
    ${(error ?? unsmiling) && html`<${Trouble} error=${error ?? unsmiling} />`}
    ${curve.length > 0 || marked.length > 1 ? html`<${Plot} label="Smile: implied volatility by strike" x=${{ title: 'strike', text: plain }} y=${{ title: 'implied volatility; dots are marks', text: percentText }} marks=${marks} at=${spot ? { value: spot, text: 'index' } : undefined} />` : !error && html`<${WaitingPicture} />`}
    ${shown.length > 0 && html`<${Table} label="Contracts by strike" columns=${columns} rows=${shown} rowOf=${strike => ({ class: strike === nearest ? 'near' : '' })} />`}`
}
