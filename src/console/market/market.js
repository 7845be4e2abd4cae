import { query, useAnswers } from '../base/api.js'
import {
  classes,
  codeOf,
  exchangeName,
  grouped,
  instrumentOf,
  pairText,
  percent,
  short,
  timeText,
} from '../base/format.js'
import { go, useTitle } from '../base/location.js'
import { Asked, Copy, Trouble, Typed, Waiting } from '../base/parts.js'
import { useBeat, useBuilt } from '../base/pulse.js'
import { html, useEffect, useRef } from '../preact.js'
import { barsPath, intervals, ranges } from './bars.js'
import { Candles } from './candles.js'
import { Book, spreadText, useBook } from './ladder.js'
import { mostTraded, remember, Search } from './search.js'
import { Tape, useTape } from './tape.js'

/** Every profile has it. The list of the most traded may wait for the store, if that is being built. */
const always = 'cbse/spot/btc-usd'

export function Market({ instrument, q, about, ...place }) {
  const first = useAnswers([mostTraded])
  const [list] = first.answers ?? []
  const [exchanges] = useAnswers(['v1/exchanges']).answers ?? []
  const isBuilding = useBuilt() !== undefined
  const chosen = useRef()
  if (list || isBuilding) chosen.current ??= list ? codeOf(list.data[0]) : always
  const shown = instrument ?? chosen.current
  return html`<div class="market">
    <${Search} text=${q} instrument=${shown} first=${list} exchanges=${exchanges} />
    ${first.error && html`<${Trouble} error=${first.error} again=${first.again} />`}
    ${shown ? html`<${Instrument} instrument=${shown} exchanges=${exchanges} about=${about} place=${place} />` : !first.error && html`<${Waiting} />`}
  </div>`
}

/** The reference data of an instrument, or what its code says until they are there. */
function useReference(code) {
  const { exchange_code, class: kind, code: name } = instrumentOf(code)
  const { current } = useAnswers([query('v1/instruments', { exchange_code, class: kind, code: name })])
  const found = current?.[0].data.find(one => codeOf(one) === code)
  return { reference: found ?? instrumentOf(code), known: found }
}

function Instrument({ instrument, exchanges, about, place }) {
  const pinned = Date.parse(place.at ?? '')
  const at = Number.isNaN(pinned) ? undefined : pinned
  const beat = useBeat(at === undefined)
  const { reference, known } = useReference(instrument)
  const range = Object.hasOwn(ranges, place.range ?? '') ? place.range : undefined
  const interval = Object.hasOwn(intervals, place.interval ?? '') ? place.interval : (ranges[range]?.interval ?? '1h')
  const name = `${exchangeName(exchanges, reference.exchange_code)} ${pairText(reference)}`
  const [unit, quote] = [reference.base_asset.toUpperCase(), reference.quote_asset.toUpperCase()]
  const end = at === undefined ? undefined : new Date(at).toISOString()
  const book = useBook(instrument, end, beat)
  const tape = useTape(instrument, end, beat)
  useEffect(() => known && remember(instrument), [known])
  const parts = { unit, quote }
  return html`<section class="card instrument" aria-label="Instrument">
      <${Title} instrument=${instrument} reference=${reference} name=${name} ...${parts} end=${end} beat=${beat} book=${book} tape=${tape} />
      ${at !== undefined && html`<${Pinned} at=${at} />`}
      <${Candles} instrument=${instrument} exchanges=${exchanges} about=${{ ...about, instrument: known }} interval=${interval} range=${range} at=${at} place=${place} beat=${beat} unit=${unit} name=${name} />
    </section>
    <div class="book-and-tape">
      <${Book} asked=${book} ...${parts} />
      <${Tape} asked=${tape} ...${parts} />
    </div>`
}

function Pinned({ at }) {
  return html`<div class="row" role="status"><span class="tag warn">pinned</span>
    <label>Chart, book and trades at <${Typed} size="24" value=${new Date(at).toISOString()} onChange=${text => go({ at: text || undefined })} /></label>
    <button type="button" onClick=${() => go({ at: undefined })}>Back to now</button></div>`
}

function Title({ instrument, reference, name, unit, quote, end, beat, book, tape }) {
  const path = barsPath(instrument, '1h', { end_time: end, page_size: 25 })
  // The statistics of a day change slowly.
  const { answers, current } = useAnswers([path], Math.floor(beat / 5))
  const last = tape.current?.[0].data[0]
  const snapshot = book.current?.[0].data[0]
  const day = dayOf(current?.[0].data ?? [], last)
  useTitle(last ? `${grouped(last.price)} ${name}` : name)
  // Each has its place before it is known, so that nothing jumps.
  const stats = {
    '24 h high': day && grouped(day.high),
    '24 h low': day && grouped(day.low),
    '24 h volume': day && `${short(day.volume)} ${unit}`,
    '24 h trades': day && grouped(day.count),
    Spread: snapshot && spreadText(snapshot).replace('spread ', ''),
    'Last trade': last && timeText(last.timestamp),
  }
  return html`<div class="title">
    <h2>${name} <span class="tag">${classes[reference.class] ?? reference.class}</span></h2>
    <span class="code"><code class="quiet" title=${instrument}>${instrument}</code><${Copy} text=${instrument} plain label=${`Copy the code ${instrument}`}>Copy</${Copy}><${Asked} paths=${[path]} answers=${answers} /></span>
    <span class="row"><span class="last" data-last>${last ? grouped(last.price) : '–'}</span> <span class="quiet">${quote}</span>
      ${day && html`<span class=${day.change >= 0 ? 'up' : 'down'}>${percent(day.change)}</span>`}</span>
    <dl class="stats">
      ${Object.entries(stats).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value ?? '–'}</dd></div>`)}
    </dl>
  </div>`
}

/** The change is against the open of the hour a day ago. */
function dayOf(hours, last) {
  const traded = hours.filter(({ open }) => open !== null)
  if (traded.length === 0) return undefined
  const of = (pick, choose) => traded.map(one => one[pick]).reduce((a, b) => (choose(Number(b), Number(a)) ? b : a))
  return {
    change: Number(last?.price ?? traded[0].close) / Number(traded.at(-1).open) - 1,
    high: of('high', (b, a) => b > a),
    low: of('low', (b, a) => b < a),
    volume: traded.reduce((sum, { volume }) => sum + Number(volume), 0),
    count: traded.reduce((sum, { count }) => sum + count, 0),
  }
}
