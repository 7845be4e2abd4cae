import { ask, query, segments, useAnswers } from './base/api.js'
import { codeOf, dayText, exchangeName, pairText, plain, short, shortClasses, timeText } from './base/format.js'
import { follow, go, linkTo, useTitle } from './base/location.js'
import { Asked, Choice, onKeys, Trouble, Waiting } from './base/parts.js'
import { clockNow, useBuilt } from './base/pulse.js'
import { barsPath } from './market/bars.js'
import { html, useEffect, useState } from './preact.js'

const day = 864e5

/** Tables in the heat map: the call that reports an instrument's day, and the weight of its record. */
const tables = {
  trades: {
    path: (one, size) => barsPath(one, '1d', { page_size: size }),
    time: record => record.timestamp,
    value: record => record.count,
    unit: 'trades',
  },
  'order books': {
    path: (one, size) =>
      query(`v2/data/order_book_snapshots.v1/exchanges/${segments(one)}/ob_aggregations/depth`, {
        interval: '1d',
        page_size: Math.min(size, 100),
      }),
    time: record => record.poll_timestamp,
    value: record => (record.bid_volume1 === null ? 0 : Number(record.bid_volume1) + Number(record.ask_volume1)),
    unit: 'base units within 1 % of the best prices',
  },
}

const columns = 120

/** As many rows as the window shows. */
const rows = Math.max(20, Math.min(80, Math.floor((innerHeight - 210) / 23)))

export function Coverage({ table: asked, from = '0', find = '', about }) {
  useTitle('Coverage')
  const table = Object.hasOwn(tables, asked) ? asked : 'trades'
  const start = Number(from) || 0
  const paths = ['v1/instruments?orderBy=trade_count&order=-1', 'v1/exchanges']
  const { answers, error, again } = useAnswers(paths)
  const found = answers && matching(answers, find)
  const some = found?.slice(start, start + rows)
  const until = Math.min(start + rows, found?.length ?? 0)
  return html`<section class="card coverage" aria-label="Coverage">
    <div class="head"><h2>Coverage by instrument and day</h2></div>
    <${Held} about=${about} />
    <div class="row">
      <${Choice} label="Data" value=${table} options=${Object.keys(tables)} onChange=${value => go({ table: value })} />
      <label>Find <input type="search" value=${find} placeholder="kraken eth perpetual" onInput=${event => go({ find: event.currentTarget.value, from: undefined }, { replace: true })} /></label>
      <div class="group" role="group" aria-label="Instruments"><button type="button" disabled=${start === 0} onClick=${() => go({ from: String(Math.max(0, start - rows)) })}>More traded</button>
      <button type="button" disabled=${!found || start + rows >= found.length} onClick=${() => go({ from: String(start + rows) })}>Less traded</button></div>
      ${found && html`<span class="quiet" role="status">${found.length === 0 ? 'no instrument' : `instruments ${start + 1} to ${until} of ${plain(found.length)}`}</span>`}
      <span class="grow"></span><${Legend} />
    </div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${some ? html`<${HeatMap} key=${`${table} ${some[0] && codeOf(some[0])} ${some.length}`} instruments=${some} exchanges=${answers[1]} table=${tables[table]} />` : !error && html`<${Waiting} />`}
  </section>`
}

function matching([instruments, exchanges], text) {
  const names = new Map(exchanges.data.map(({ code, name }) => [code, name]))
  const words = text
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean)
  return instruments.data.filter(one => {
    const all = `${codeOf(one)} ${pairText(one)} ${names.get(one.exchange_code)}`.toLowerCase()
    return words.every(word => all.includes(word))
  })
}

/** A bar over all days: those that the store holds, and those that a request fills. */
function Held({ about: { start, end, clock, endless_from: first } }) {
  const built = useBuilt()
  const [from, until] = [Date.parse(start), Date.parse(end)]
  const now = Math.max(clockNow(), until)
  const whole = Math.min(from, Date.parse(first ?? start))
  const share = (a, b) => `${(100 * (b - a)) / (now - whole)}%`
  const state =
    built !== undefined
      ? `being filled, ${Math.floor(built * 100)} %`
      : clock === 'frozen'
        ? 'frozen'
        : now - until > 120_000
          ? `catching up to ${timeText(now, false)}`
          : 'growing with the clock'
  return html`<div class="held"><p class="row quiet">
      <span><span class="swatch" style=${{ background: 'var(--heat)' }}></span> held: ${dayText(from)} to ${timeText(until, false)}, ${plain(Math.round((until - from) / day))} days, ${state}</span>
      ${whole < from && html`<span><span class="swatch none"></span> filled when requested: from ${dayText(whole)}</span>`}</p>
    <div class="span" role="img" aria-label=${`held from ${dayText(from)} to ${dayText(until)}`}>
      <i style=${{ width: share(whole, from) }}></i><i class="full" style=${{ width: share(from, until) }}></i></div></div>`
}

function Legend() {
  return html`<span class="row quiet" aria-hidden="true"><span class="swatch none"></span> none
    ${[0.15, 0.4, 0.7, 1].map(weight => html`<span class="swatch" style=${{ background: 'var(--heat)', opacity: weight }}></span>`)} busiest day of the instrument</span>`
}

/** Shows each row when its call is answered. */
function HeatMap({ instruments, exchanges, table }) {
  const [found, setFound] = useState(new Map())
  const [error, setError] = useState()
  const [tries, setTries] = useState(0)
  const paths = instruments.map(one => table.path(codeOf(one), columns))
  useEffect(() => {
    const abort = new AbortController()
    const each = async () => {
      for (const [n, path] of paths.entries()) {
        const answer = await ask(path, abort)
        setFound(known => new Map(known).set(codeOf(instruments[n]), answer))
      }
    }
    setError(undefined)
    each().catch(trouble => abort.signal.aborted || setError(trouble))
    return () => abort.abort()
  }, [tries])
  if (instruments.length === 0) return html`<p class="quiet">No instrument has all these words.</p>`
  const days = daysOf(found, table)
  const shown = instruments.length
  return html`<div>
    ${error && html`<${Trouble} error=${error} again=${() => setTries(tries + 1)} />`}
    <div class="scroll" tabindex="0" role="region" aria-label="Heat map">
      <table><caption class="visually-hidden">Records by instrument and day</caption>
        <thead><tr><th scope="col">Instrument</th><th scope="col" class="days"><${Dates} days=${days} /></th><th scope="col" class="number">Days</th></tr></thead>
        <tbody>${instruments.map(one => {
          const code = codeOf(one)
          const answer = found.get(code)
          return html`<tr key=${code}>
            <th scope="row"><a href=${linkTo({ view: 'market', instrument: code, interval: '1h' }, {})} onClick=${follow}>${pairText(one)}</a> <small class="quiet">${exchangeName(exchanges, one.exchange_code)} ${shortClasses[one.class]}</small></th>
            <td class="days"><${Days} answer=${answer} days=${days} table=${table} code=${code} /></td>
            <td class="number">${answer ? answer.data.filter(record => table.value(record) > 0).length : ''}</td>
          </tr>`
        })}</tbody>
      </table>
    </div>
    <p class="row quiet"><span role="status">${found.size} of ${shown} instruments read</span> <${Asked} paths=${paths} answers=${paths.map((_, n) => found.get(codeOf(instruments[n])))} /></p>
  </div>`
}

function daysOf(found, { time }) {
  const times = [...found.values()].flatMap(({ data }) => data.map(time))
  if (times.length === 0) return []
  const [first, last] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))]
  return Array.from({ length: Math.round((last - first) / day) + 1 }, (_, n) => first + n * day)
}

/** Dates above the columns, as many as fit. */
function Dates({ days }) {
  if (days.length === 0) return 'Days'
  const step = Math.max(1, Math.ceil(days.length / 8))
  const shown = days.filter((_, n) => n % step === 0)
  const widthOf = time => Math.min(step, days.length - days.indexOf(time))
  return html`<div class="dates">${shown.map(time => html`<span style=${{ flex: widthOf(time) }}>${shortDay.format(time)}</span>`)}</div>`
}

const shortDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A day leads to the market of that day: by a click, or by arrow keys and Enter. */
function Days({ answer, days, table, code }) {
  const [chosen, setChosen] = useState()
  if (!answer) return html`<span class="quiet">…</span>`
  if (days.length === 0) return html`<span class="quiet">no records</span>`
  const byDay = new Map(answer.data.map(record => [table.time(record), table.value(record)]))
  const most = Math.max(...byDay.values(), 1)
  const strength = value => (value > 0 ? 0.15 + 0.85 * Math.sqrt(value / most) : 0)
  const textOf = time => `${dayText(time)}: ${short(byDay.get(time) ?? 0)} ${table.unit}`
  const open = time =>
    time &&
    go({
      view: 'market',
      instrument: code,
      interval: '5m',
      range: undefined,
      at: new Date(time + day - 1).toISOString(),
    })
  const last = days.length - 1
  const index = Math.min(chosen ?? last, last)
  const keys = {
    ArrowLeft: () => setChosen(Math.max(0, index - 1)),
    ArrowRight: () => setChosen(Math.min(last, index + 1)),
    Home: () => setChosen(0),
    End: () => setChosen(last),
    Enter: () => open(days[index]),
  }
  return html`<div class="heat" role="slider" tabindex="0" aria-label=${`Days of ${code}. Enter opens the market of a day`} aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${index} aria-valuetext=${textOf(days[index])}
    onKeyDown=${onKeys(keys)} onFocus=${() => setChosen(index)} onBlur=${() => setChosen(undefined)} onClick=${event => open(Number(event.target.dataset?.day))}>
    ${days.map((time, n) => html`<i data-day=${time} class=${n === chosen ? 'chosen' : ''} title=${textOf(time)} style=${{ '--weight': strength(byDay.get(time) ?? 0) }}></i>`)}
  </div>`
}
