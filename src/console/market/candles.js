import { control, query, segments, useAnswers } from '../base/api.js'
import { grouped, percent, placesOf, short, timeText } from '../base/format.js'
import { go } from '../base/location.js'
import { Asked, Choice, Group, Trouble, Typed, Waiting } from '../base/parts.js'
import { html, useEffect, useMemo, useState } from '../preact.js'
import { barsPath, intervals, ranges, useBars } from './bars.js'
import { liquidated, liquidatedIn, listed, scenarios } from './marks.js'
import { PriceChart } from './price-chart.js'
import { useInstruments } from './search.js'

const none = []

const placesIn = records =>
  Math.min(8, Math.max(0, ...records.slice(-60).map(({ close }) => (close ? placesOf(close) : 0))))

/** Chart of an instrument with its tools. @param at the pinned time, in milliseconds */
export function Candles({ instrument, exchanges, about, interval, range, at, place, beat, unit, name }) {
  const { span } = ranges[range] ?? { span: 150 * intervals[interval] }
  const count = Number.isFinite(span) ? Math.ceil(span / intervals[interval]) + 20 : 5000
  const bars = useBars(instrument, interval, { at, count, beat })
  const { records = none, error, paths = none, answers = none } = bars
  const [moment, setMoment] = useState()
  const other = useOther(isCode(place.compare) ? place.compare : undefined, bars)
  const events = useMarks(instrument, about, records, bars.interval)
  const hasEvents = place.events !== 'off'
  const marks = hasEvents ? events.marks : none
  const width = intervals[bars.interval ?? interval]
  const shown = {
    records,
    width,
    places: useMemo(() => placesIn(records), [records]),
    hasVwap: place.vwap !== 'off',
    log: place.scale === 'log',
    other: other.records,
    marks,
    span,
    at,
    of: `${bars.instrument} ${bars.interval}`,
  }
  const under = records.find(({ timestamp }) => timestamp === moment) ?? records.findLast(bar => bar.open !== null)
  return html`<section class=${`price-section ${bars.busy ? 'busy' : ''}`} aria-label="Candles" aria-busy=${bars.busy}>
    <div class="toolbar">
      <${Group} label="Range" value=${range} options=${Object.keys(ranges).map(one => [one, one])}
        onChange=${one => go({ range: one, interval: ranges[one].interval, at: undefined })} />
      <${Choice} label="Interval" hidden value=${interval} options=${Object.keys(intervals)} onChange=${value => go({ interval: value, range: undefined })} />
      <div class="group" role="group" aria-label="Chart">
        ${toggle('VWAP', 'vwap', place.vwap !== 'off', { off: 'off' }, 'Volume-weighted average price of each bar')}
        ${toggle('Log', 'scale', place.scale === 'log', { on: 'log' }, 'Logarithmic price scale')}
        ${toggle('Events', 'events', hasEvents, { off: 'off' }, 'Large liquidations (triangles), scenarios (circles), first and last trades')}
      </div>
      <${Compare} value=${place.compare} error=${other.error} exchanges=${exchanges} />
      <span class="grow"></span>
      <div class="group" role="group" aria-label="Time">
        <button type="button" disabled=${records.length === 0} onClick=${() => go({ at: earlier(records, at, width) })}>Earlier</button>
        <button type="button" disabled=${at === undefined} onClick=${() => go({ at: undefined })}>Latest</button>
      </div>
      <${Asked} paths=${[...paths, ...other.paths, ...events.paths]} answers=${[...answers, ...other.answers, ...events.answers]} />
    </div>
    ${error && html`<${Trouble} error=${error} again=${bars.again} />`}
    <${PriceChart} label=${`Candles of ${name} by ${interval}, with volume`} shown=${shown}
      onEdge=${edge => bars[edge]()} onMoment=${setMoment} onPin=${time => go({ at: new Date(time + width - 1).toISOString() })}>
      ${records.length === 0 && !error && html`<div class="legend"><${Waiting} /></div>`}
      ${under && html`<${Legend} bar=${under} unit=${unit} other=${other.at(under.timestamp)} compared=${place.compare} liquidated=${liquidatedIn(events.answers[0]?.data ?? none, under, width)} />`}
    </${PriceChart}>
  </section>`
}

/** @param values of the address when it is `on` and `off` */
function toggle(text, name, pressed, values, title) {
  return html`<button type="button" aria-pressed=${pressed} title=${title} onClick=${() => go({ [name]: pressed ? values.off : values.on }, { replace: true })}>${text}</button>`
}

/** A hundred bars before the time that is shown. */
function earlier(records, at, width) {
  const from = at ?? records.at(-1).timestamp
  return new Date(Math.max(from - 100 * width, 0)).toISOString()
}

/** Values of the bar under the pointer, or else of the last one. */
function Legend({ bar, unit, other, compared, liquidated }) {
  const tone = Number(bar.close) < Number(bar.open) ? 'down' : 'up'
  const values = { O: bar.open, H: bar.high, L: bar.low, C: bar.close }
  const priced = bar.open !== null
  return html`<div class="legend" data-legend>
    <span class="quiet">${timeText(bar.timestamp, false)}</span>
    ${
      priced
        ? html`${Object.entries(values).map(([name, value]) => html`<span><span class="quiet">${name}</span> <b class=${tone}>${grouped(value)}</b></span>`)}
        <span class=${tone}>${percent(Number(bar.close) / Number(bar.open) - 1)}</span>
        <span><span class="quiet">VWAP</span> <b>${grouped(Number(bar.price).toFixed(Math.max(placesOf(bar.close), 2)))}</b></span>`
        : html`<span class="quiet">no trades</span>`
    }
    <span><span class="quiet">Vol</span> <b>${short(Number(bar.volume))} ${unit}</b></span>
    <span><span class="quiet">Trades</span> <b>${grouped(bar.count)}</b></span>
    ${liquidated > 0 && html`<span><span class="quiet">Liquidated</span> <b class="warn">${short(liquidated)} USD</b></span>`}
    ${other && html`<span><span class="quiet">${compared}</span> <b>${grouped(other.close ?? '–')}</b></span>`}
  </div>`
}

/** Responses that a chart can do without: none after an error. */
function useFound(paths) {
  const { answers = none, error } = useAnswers(paths)
  return { paths, answers: error ? none : answers, error }
}

/** Bars of a second instrument at the times of the first. */
function useOther(instrument, { records = none, interval }) {
  const [from, until] = [records[0]?.timestamp, records.at(-1)?.timestamp]
  const path = () =>
    barsPath(instrument, interval, {
      start_time: new Date(from).toISOString(),
      end_time: new Date(until + intervals[interval]).toISOString(),
      sort: 'asc',
      page_size: 10_000,
    })
  const { paths, answers, error } = useFound(instrument && from !== undefined ? [path()] : none)
  const others = answers[0]?.data ?? none
  return { records: others, paths, answers, error, at: time => others.find(({ timestamp }) => timestamp === time) }
}

const isCode = text => text?.split('/').length === 3

/** Words for an instrument become the code of the most traded one that they name. */
function Compare({ value = '', error, exchanges }) {
  const [typed, setTyped] = useState('')
  const isWords = value !== '' && !isCode(value)
  const text = isWords ? value : typed
  const found = useInstruments(text, exchanges)
  useEffect(() => {
    if (isWords && found?.length > 0) go({ compare: found[0].code }, { replace: true })
  }, [isWords, found])
  const trouble = isWords ? found?.length === 0 && `no instrument is called ${value}` : error?.message
  // Browsers offer only what contains the typed text.
  const options = text === '' ? usual.map(code => ({ code })) : (found?.slice(0, 20) ?? none)
  return html`<label onInput=${event => setTyped(event.target.value.trim())}><span class="visually-hidden">Compare with</span>
      <${Typed} type="search" size="16" list="compared" value=${value} placeholder="Compare with …" aria-invalid=${Boolean(trouble)}
        onChange=${text => go({ compare: text || undefined })} /></label>
    <datalist id="compared">${options.map(({ code, title, kind, note }) => html`<option value=${code}>${title && `${text}: ${title} ${kind} ${note}`}</option>`)}</datalist>
    ${trouble && html`<span class="down" role="alert">${trouble}</span>`}`
}

const usual = ['cbse/spot/eth-usd', 'cbse/spot/btc-usd', 'cbse/spot/sol-usd', 'bnce/spot/btc-usdt', 'krkn/spot/btc-usd']

const derived = new Set(['perpetual-future', 'future'])

/** Liquidations, scenarios and listings among the bars. */
function useMarks(instrument, about, records, interval) {
  const [known, setKnown] = useState(none)
  const oldest = records[0]?.timestamp
  const [, kind] = instrument.split('/')
  useEffect(() => {
    // The list is half as long as the chart library, so the first view does not wait for it.
    const read = () => control('GET', 'scenarios').then(answer => setKnown(answer.scenarios))
    const timer = about.steered && setTimeout(() => read().catch(() => {}), 3000)
    return () => clearTimeout(timer)
  }, [])
  const path = () =>
    query(`v2/data/liquidation.v1/trades/${segments(instrument)}`, {
      start_time: new Date(oldest).toISOString(),
      page_size: 300,
    })
  const { paths, answers } = useFound(derived.has(kind) && oldest !== undefined ? [path()] : none)
  const marks = useMemo(() => {
    if (records.length === 0 || interval === undefined) return none
    const width = intervals[interval]
    const range = { from: records[0].timestamp, until: records.at(-1).timestamp + width, width }
    return [
      ...liquidated(answers[0]?.data ?? none, range),
      ...scenarios(known, instrument, range),
      ...listed(about.instrument, range),
    ].sort((a, b) => a.time - b.time)
  }, [records, answers, known, interval])
  return { paths, answers, marks }
}
