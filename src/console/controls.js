import { control, query, root, segments, useAnswers } from './api.js'
import { Chart, seconds } from './chart.js'
import { follow, linkTo } from './location.js'
import { Table, Trouble, Waiting } from './parts.js'
import { html, useEffect, useMemo, useState } from './preact.js'
import { Steered, TenantChoice } from './steering.js'

/** Fetches a path of the control plane; returns the result and a function to refresh it. */
function useControl(path, period) {
  const [state, setState] = useState({})
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let gone = false
    const read = () =>
      control('GET', path).then(
        answer => gone || setState({ answer }),
        error => gone || setState({ error }),
      )
    read()
    const timer = period && setInterval(read, period)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [path, asked])
  return { ...state, again: () => setAsked(asked + 1) }
}

/** State of a button whose action may be refused; the reason appears beside it. */
function useDoing() {
  const [error, setError] = useState()
  const [busy, setBusy] = useState(false)
  const run = async work => {
    setBusy(true)
    setError(undefined)
    await work().catch(setError)
    setBusy(false)
  }
  return { run, busy, error: error && html`<${Trouble} error=${error} />` }
}

export function Controls({ tenant = 'default', about }) {
  return html`<${Steered} about=${about}>
    <div class="row"><h2>Controls</h2><${TenantChoice} tenant=${tenant} /><${Reset} tenant=${tenant} /></div>
    <div class="columns two">
      <${Clock} key=${`clock ${tenant}`} tenant=${tenant} />
      <${Faults} key=${`faults ${tenant}`} tenant=${tenant} />
      <${Limits} key=${`limits ${tenant}`} tenant=${tenant} />
      <${Tenants} />
      <${Report} key=${`report ${tenant}`} tenant=${tenant} />
    </div>
    <${Scenarios} key=${`scenarios ${tenant}`} tenant=${tenant} />
  </${Steered}>`
}

function Reset({ tenant }) {
  const { run, busy, error } = useDoing()
  return html`<button type="button" disabled=${busy} onClick=${() =>
    run(async () => {
      await control('POST', `tenants/${tenant}/reset`)
      location.reload()
    })}>Reset ${tenant}</button>${error}`
}

const steps = ['1m', '1h', '1d']

function Clock({ tenant }) {
  const path = `tenants/${tenant}/clock`
  const { answer, error, again } = useControl(path, 2000)
  const doing = useDoing()
  const [now, setNow] = useState('')
  const change = (method, where, body) => doing.run(() => control(method, where, body).then(again))
  return html`<section class="card" aria-label="Clock"><h3>Clock</h3>
    ${error && html`<${Trouble} error=${error} />`}
    ${answer && html`<p role="status"><strong>${answer.now}</strong> <span class="tag">${answer.mode}</span> ${answer.rate === 0 ? 'frozen' : `${answer.rate} s per second`}</p>`}
    <div class="row">
      ${steps.map(by => html`<button type="button" disabled=${doing.busy} onClick=${() => change('POST', `${path}/back`, { by })}>−${by}</button>`).toReversed()}
      ${steps.map(by => html`<button type="button" disabled=${doing.busy} onClick=${() => change('POST', `${path}/advance`, { by })}>+${by}</button>`)}
    </div>
    <form class="row" onSubmit=${event => {
      event.preventDefault()
      change('PUT', path, { now })
    }}>
      <label>Set to <input type="text" size="24" placeholder="2026-01-15T12:00:00Z" value=${now} onInput=${event => setNow(event.currentTarget.value)} /></label>
      <button disabled=${doing.busy}>Set</button>
      <button type="button" disabled=${doing.busy} onClick=${() => change('PUT', path, { now: 'live' })}>Live</button>
      <button type="button" disabled=${doing.busy} onClick=${() => change('PUT', path, { now: 'seeded' })}>End of the data</button>
      ${[60, 3600].map(rate => html`<button type="button" disabled=${doing.busy} onClick=${() => change('PUT', path, { rate })}>${rate}× as fast</button>`)}
    </form>
    ${doing.error}</section>`
}

const presets = {
  'twice 503, then works': { on: { first: 2 }, do: { status: 503, retry_after: 1 } },
  'every third 429': { on: { every: 3 }, do: { status: 429, retry_after: 2 } },
  'slow: 2 s': { do: { delay: 'PT2S' } },
  'TCP resets, 10 %': { on: { share: 0.1 }, do: { reset: 'before' } },
  'cut after 20 records': { on: { every: 2 }, do: { cut: { records: 20 } } },
  'empty page with next_url': { on: { first: 1 }, do: { page: 'empty_with_next' } },
}

function Faults({ tenant }) {
  const path = `tenants/${tenant}/faults`
  const { answer, error, again } = useControl(path, 3000)
  const schedule = useControl(query(`${path}/schedule`, { n: 20 }), 3000)
  const doing = useDoing()
  const [text, setText] = useState(
    JSON.stringify({ when: { operation: 'listTrades' }, ...presets['twice 503, then works'] }, null, 2),
  )
  const add = rule => doing.run(() => control('POST', path, rule).then(again))
  const columns = [
    ['Rule', ({ id }) => id],
    ['When', ({ when }) => (when ? JSON.stringify(when) : 'every request'), 'wide'],
    ['On', ({ on }) => (on ? JSON.stringify(on) : 'always')],
    ['Does', rule => JSON.stringify(rule.do), 'wide'],
    ['Seen', ({ seen }) => seen, true],
    [
      '',
      ({ id }) =>
        html`<button type="button" onClick=${() => doing.run(() => control('DELETE', `${path}/${id}`).then(again))}>Remove ${id}</button>`,
    ],
  ]
  return html`<section class="card" aria-label="Faults"><h3>Faults</h3>
    ${error && html`<${Trouble} error=${error} />`}
    ${answer && html`<${Table} label="Fault rules" columns=${columns} rows=${answer.faults} empty="No faults: answers are unchanged." />`}
    ${schedule.answer?.schedule.map(
      ({ id, from, to, faults }) =>
        html`<p class="quiet">${id}: of the requests ${from} to ${to}, these fail: ${faults.map(({ ordinal }) => ordinal).join(', ') || 'none'}</p>`,
    )}
    <div class="row">${Object.entries(presets).map(([name, rule]) => html`<button type="button" disabled=${doing.busy} onClick=${() => add(rule)}>${name}</button>`)}</div>
    <label class="stacked">A rule of your own, as JSON
      <textarea rows="7" spellcheck="false" value=${text} onInput=${event => setText(event.currentTarget.value)}></textarea></label>
    <button type="button" disabled=${doing.busy} onClick=${() => doing.run(async () => control('POST', path, ruleOf(text)).then(again))}>Add rule</button>
    ${doing.error}</section>`
}

function ruleOf(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the rule is not JSON: ${error.message}`)
  }
}

function Scenarios({ tenant }) {
  const { answer, error } = useControl('scenarios')
  const doing = useDoing()
  const [entered, setEntered] = useState('')
  const enter = (name, at) =>
    doing.run(async () => {
      const clock = await control('PUT', `tenants/${tenant}/scenario`, { name, at })
      setEntered(`${tenant} is at ${clock.now}`)
    })
  return html`<section class="card" aria-label="Scenarios"><h3>Scenarios</h3>
    ${error && html`<${Trouble} error=${error} />`}
    <p role="status">${entered}</p>${doing.error}
    ${answer?.scenarios.length === 0 && html`<p class="quiet">This store has no scenarios.</p>`}
    <div class="columns cards">${answer?.scenarios.map(
      one => html`<article><h4>${one.title}</h4>
        <p class="quiet">${one.subject}, ${one.start} to ${one.end}</p>
        <${Thumbnail} scenario=${one} />
        <div class="row">
          <button type="button" disabled=${doing.busy} onClick=${() => enter(one.name, 'start')}>Go to its start</button>
          <button type="button" disabled=${doing.busy} onClick=${() => enter(one.name, 'end')}>Go to its end</button>
          ${isInstrument(one.subject) && html`<a href=${linkTo({ view: 'market', instrument: one.subject, end: one.end, interval: '5m' }, {})} onClick=${follow}>Show in the market</a>`}
        </div></article>`,
    )}</div></section>`
}

const classes = ['spot', 'future', 'perpetual-future', 'option']
const isInstrument = subject => classes.includes(subject.split('/')[1])

/** The call that shows a scenario with the same time before it, and the conversion of its records to points. */
function pictureOf({ subject, start, end, urls }) {
  const [from, until] = [Date.parse(start), Date.parse(end)]
  const range = { start_time: new Date(2 * from - until).toISOString(), end_time: end }
  if (isInstrument(subject)) {
    const interval = until - from > 864e5 ? '1h' : '5m'
    const path = `v2/data/trades.v1/exchanges/${segments(subject)}/aggregations/ohlcv`
    return {
      path: query(path, { interval, ...range, page_size: 500 }),
      point: row => [seconds(row.timestamp), row.close],
    }
  }
  const lending = urls.find(url => url.includes('/lending.'))
  if (lending !== undefined) {
    const [path, asked] = new URL(lending).href.slice(root.href.length).split('?')
    const { protocol, blockchain, asset } = Object.fromEntries(new URLSearchParams(asked))
    const parameters = { protocol, blockchain, asset, interval: '5m', live: true, ...range, page_size: 500 }
    return { path: query(path, parameters), point: row => [row.datetime, row.total_borrowed / row.total_liquidity] }
  }
  const path = query('v2/data/liquidity.v1/snapshots', { pool_address: subject, ...range, live: true, page_size: 500 })
  return { path, point: row => [row.datetime, row.price] }
}

/** A chart of prices, or of a lending market's utilisation, during the scenario and the same time before it. */
function Thumbnail({ scenario }) {
  const { path, point } = pictureOf(scenario)
  const { answers, error } = useAnswers([path])
  const series = useMemo(() => {
    if (!answers) return undefined
    const points = new Map(answers[0].data.map(point).sort(([a], [b]) => a - b))
    const data = [...points].map(([time, value]) => (value === null ? { time } : { time, value: Number(value) }))
    return [{ kind: 'line', title: '', data }]
  }, [answers])
  if (error) return html`<${Trouble} error=${error} />`
  if (series?.[0].data.every(({ value }) => value === undefined))
    return html`<p class="quiet">No records in this time.</p>`
  return series ? html`<${Chart} small label=${scenario.title} series=${series} />` : html`<${Waiting} />`
}

function Limits({ tenant }) {
  const { answer, error } = useControl(`tenants/${tenant}/limits`, 2000)
  const left = ({ limit, used }) => `${Math.max(0, limit - used)} of ${limit} left`
  const columns = [
    ['Key', ({ key }) => key, 'wide'],
    [
      'Used',
      one =>
        html`<meter min="0" max=${one.limit} high=${one.limit * 0.8} optimum="0" value=${one.used} aria-label=${`Requests of ${one.key}`}></meter>`,
    ],
    ['This minute', left, true],
    ['Resets in', one => (one.resets_in > 0 ? `${one.resets_in} s` : '–'), true],
  ]
  return html`<section class="card" aria-label="Limits"><h3>Limits</h3>
    ${error && html`<${Trouble} error=${error} />`}
    ${answer && html`<${Table} label="Rate limits by key" columns=${columns} rows=${answer.limits.toSorted((a, b) => b.used - a.used)} />`}</section>`
}

function Tenants() {
  const { answer, error, again } = useControl('tenants', 5000)
  const doing = useDoing()
  const [made, setMade] = useState()
  const columns = [
    [
      'Tenant',
      ({ tenant }) => html`<a href=${linkTo({ view: 'requests', tenant }, {})} onClick=${follow}>${tenant}</a>`,
    ],
    ['Clock', ({ clock }) => `${clock.now} (${clock.mode})`],
    ['Validation', ({ validation }) => validation],
    ['Ends', ({ expires }) => expires ?? 'never'],
    [
      '',
      ({ tenant }) =>
        tenant !== 'default' &&
        html`<button type="button" onClick=${() => doing.run(() => control('DELETE', `tenants/${tenant}`).then(again))}>End ${tenant}</button>`,
    ],
  ]
  return html`<section class="card" aria-label="Tenants"><h3>Tenants</h3>
    ${error && html`<${Trouble} error=${error} />`}
    ${answer && html`<${Table} label="Tenants" columns=${columns} rows=${answer.tenants} />`}
    <div class="row"><button type="button" disabled=${doing.busy} onClick=${() =>
      doing.run(async () => {
        setMade(await control('POST', 'tenants', {}))
        again()
      })}>New tenant</button>
      ${made && html`<span role="status">${made.tenant}: key <code>${made.key}</code>, base URL <code>${made.url}</code></span>`}</div>
    ${doing.error}</section>`
}

function Report({ tenant }) {
  const { answer, error, again } = useControl(`tenants/${tenant}/report`)
  const mark = { passed: '✓', failed: '✗', warned: '!', unexercised: '–' }
  const tones = { passed: 'up', failed: 'down', warned: 'down', unexercised: 'quiet' }
  const columns = [
    ['Verdict', ({ verdict }) => html`<span class=${tones[verdict]}>${mark[verdict]} ${verdict}</span>`],
    ['The client', ({ title }) => title, 'wide'],
    [
      'Requests',
      ({ evidence }) =>
        evidence
          .slice(0, 5)
          .map(one => `#${one}`)
          .join(' '),
    ],
    ['Advice', ({ advice }) => advice ?? '', 'wide'],
  ]
  return html`<section class="card" aria-label="Report card"><h3>Report card of the client</h3>
    ${error && html`<${Trouble} error=${error} />`}
    ${answer && html`<${Table} label="Checks" columns=${columns} rows=${answer.checks ?? []} />`}
    <button type="button" onClick=${again}>Check again</button></section>`
}
