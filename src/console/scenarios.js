import { control, query, root, segments, useAnswers } from './base/api.js'
import { Chart, pointsOf, seconds } from './base/chart.js'
import { timeText } from './base/format.js'
import { follow, go, linkTo, useTitle } from './base/location.js'
import { Asked, Choice, Trouble, Waiting } from './base/parts.js'
import { clockNow } from './base/pulse.js'
import { Steered, TenantChoice, useNoteClock } from './base/steering.js'
import { useControl, useDoing } from './base/use-control.js'
import { html, useEffect, useMemo, useRef, useState } from './preact.js'

const kindOf = ({ title }) => title.split(':')[0]

/** Unusual market events: by kind, the newest first. */
export function Scenarios({ tenant = 'default', about, kind = '' }) {
  useTitle('Scenarios')
  return html`<${Steered} about=${about}><${Known} tenant=${tenant} kind=${kind} /></${Steered}>`
}

function Known({ tenant, kind }) {
  const { answer, error, again } = useControl('scenarios')
  const noteClock = useNoteClock(tenant)
  const [moves, setMoves] = useState(0)
  const onClock = clock => {
    noteClock(clock)
    setMoves(n => n + 1)
  }
  const all = answer?.scenarios.toSorted((a, b) => Date.parse(b.start) - Date.parse(a.start)) ?? []
  const counted = Map.groupBy(all, kindOf)
  const byKind = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const kinds = [['', `all kinds (${all.length})`], ...byKind.map(([name, some]) => [name, `${name} (${some.length})`])]
  const shown = kind === '' ? byKind.flatMap(([, some]) => some.slice(0, newest)) : (counted.get(kind) ?? [])
  return html`<div class="head"><h2>Scenarios</h2>
      <${Choice} label="Kind" value=${kind} options=${kinds} onChange=${value => go({ kind: value || undefined })} />
      <${TenantChoice} tenant=${tenant} /></div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${!answer && !error && html`<${Waiting} />`}
    ${answer && all.length === 0 && html`<p class="quiet">This store has no scenarios.</p>`}
    <div class="columns cards">${shown.map(one => html`<${Scenario} key=${one.name} scenario=${one} tenant=${tenant} moves=${moves} onClock=${onClock} />`)}</div>
    ${kind === '' && shown.length < all.length && html`<p class="quiet">The newest ${newest} of each kind. Choose a kind to see all of its scenarios.</p>`}`
}

const newest = 3

const classes = ['spot', 'future', 'perpetual-future', 'option']
const isInstrument = subject => classes.includes(subject.split('/')[1])

/** @param moves how often the clock was moved here */
function Scenario({ scenario, tenant, moves, onClock }) {
  const { name, subject, start, end } = scenario
  const doing = useDoing()
  const enter = at =>
    doing.run(async () => {
      const clock = await control('PUT', `tenants/${tenant}/scenario`, { name, at })
      onClock(clock)
      return `The clock of ${tenant} is at ${timeText(Date.parse(clock.now))}.`
    })
  const middle = new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString()
  return html`<article class="card" aria-label=${name}><h3>${kindOf(scenario)}</h3><p class="subject"><code>${subject}</code></p>
    <p class="quiet number">${spanText(Date.parse(start), Date.parse(end))}</p>
    <${WhenSeen}><${Thumbnail} scenario=${scenario} moves=${moves} /></${WhenSeen}>
    <div class="row">
      <span class="group" role="group" aria-label="Set the clock"><button type="button" disabled=${doing.busy} onClick=${() => enter('start')}>Clock to its start</button>
      <button type="button" disabled=${doing.busy} onClick=${() => enter('end')}>Clock to its end</button></span>
      ${isInstrument(subject) && html`<a href=${linkTo({ view: 'market', instrument: subject, at: middle, interval: '5m' }, {})} onClick=${follow}>Market</a>`}
    </div>${doing.said}${doing.error}</article>`
}

/** The date once, if it starts and ends on one day. */
function spanText(start, end) {
  const [from, until] = [timeText(start, false), timeText(end, false)]
  return `${from.slice(0, 16)} to ${until.startsWith(from.slice(0, 10)) ? until.slice(11) : until}`
}

/** Its children are made when they come into view. */
function WhenSeen({ children }) {
  const holder = useRef()
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && setSeen(true), {
      rootMargin: '150px',
    })
    watch.observe(holder.current)
    return () => watch.disconnect()
  }, [])
  return html`<div class="seen" ref=${holder}>${seen && children}</div>`
}

/** The call that shows a scenario with the same time before it, and how its records are drawn as points. */
function pictureOf({ subject, start, end, urls }) {
  const [from, until] = [Date.parse(start), Date.parse(end)]
  const range = { start_time: new Date(2 * from - until).toISOString(), end_time: end }
  if (isInstrument(subject)) {
    const interval = until - from > 864e5 ? '1h' : '5m'
    const path = `v2/data/trades.v1/exchanges/${segments(subject)}/aggregations/ohlcv`
    return {
      path: query(path, { interval, ...range, page_size: 500 }),
      kind: 'trades',
      point: row => [seconds(row.timestamp), row.close],
    }
  }
  const lending = urls.find(url => url.includes('/lending.'))
  if (lending !== undefined) {
    const [path, asked] = new URL(lending).href.slice(root.href.length).split('?')
    const { protocol, blockchain, asset } = Object.fromEntries(new URLSearchParams(asked))
    const parameters = { protocol, blockchain, asset, interval: '5m', live: true, ...range, page_size: 500 }
    return {
      path: query(path, parameters),
      kind: 'line',
      unit: 'percent',
      point: row => [row.datetime, (100 * row.total_borrowed) / row.total_liquidity],
    }
  }
  const path = query('v2/data/liquidity.v1/snapshots', { pool_address: subject, ...range, live: true, page_size: 500 })
  return { path, kind: 'line', point: row => [row.datetime, row.price] }
}

/** A chart of trades, pool prices or utilisation during the scenario and the same time before it. */
function Thumbnail({ scenario, moves }) {
  const { path, point, ...drawn } = pictureOf(scenario)
  const { answers, error, again } = useAnswers([path], moves)
  const series = useMemo(() => {
    if (!answers) return undefined
    return [{ ...drawn, title: '', data: pointsOf(answers[0].data.map(point)) }]
  }, [answers])
  const isEmpty = series?.[0].data.every(({ value }) => value === undefined)
  const isBefore = time => clockNow() < Date.parse(time)
  // An instrument is unknown before its listing, which is between start and end.
  if (error ? error.status === 404 && isBefore(scenario.end) : isEmpty && isBefore(scenario.start))
    return html`<p class="quiet">The clock is before ${error ? 'the listing' : 'this time'}.</p>`
  if (error) return html`<${Trouble} error=${error} again=${again} />`
  if (isEmpty)
    return html`<p class="quiet">No ${isInstrument(scenario.subject) ? 'trades' : 'records'} in this time.</p>`
  return series
    ? html`<${Chart} small label=${scenario.title} series=${series} /><div class="corner"><${Asked} paths=${[path]} answers=${answers} /></div>`
    : html`<${Waiting} />`
}
