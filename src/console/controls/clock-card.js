import { control } from '../base/api.js'
import { timeText } from '../base/format.js'
import { Group, Trouble } from '../base/parts.js'
import { useNoteClock } from '../base/steering.js'
import { useControl, useDoing } from '../base/use-control.js'
import { html, useState } from '../preact.js'

const steps = ['1m', '1h', '1d']
const speeds = [
  [0, 'Frozen'],
  [1, '1×'],
  [60, '60×'],
  [3600, '3600×'],
]

const minute = 60_000

/** Whether data reach the present, so that a clock may follow real time. */
const isNow = end => Math.abs(Date.now() - end) < 864e5

/** The clock of a tenant: a slider over the data that are held, steps, and the speed. */
export function ClockCard({ tenant, about }) {
  const path = `tenants/${tenant}/clock`
  const { answer, error, again } = useControl(path, { period: 2000 })
  const doing = useDoing()
  const noteClock = useNoteClock(tenant)
  const [sliding, setSliding] = useState()
  const [typed, setTyped] = useState('')
  const change = (method, where, body) =>
    doing.run(async () => {
      const clock = await control(method, where, body)
      again()
      noteClock(clock)
      return `The clock is at ${timeText(Date.parse(clock.now))}.`
    })
  const [from, until] = [Date.parse(about.start), Date.parse(about.end)]
  const now = answer ? Date.parse(answer.now) : until
  const follows = answer && answer.mode !== 'set'
  const step = (by, sign) =>
    html`<button type="button" disabled=${doing.busy} onClick=${() => change('POST', `${path}/${sign < 0 ? 'back' : 'advance'}`, { by })}>${sign < 0 ? '−' : '+'}${by}</button>`
  const set = event => {
    event.preventDefault()
    change('PUT', path, { now: typed.trim() })
  }
  return html`<section class="card" aria-label="Clock"><div class="head"><h3>Clock</h3>
      ${answer && html`<span class="tag">${follows ? (answer.mode === 'live' ? 'real time' : 'clock of the server') : 'own time'}</span>`}</div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${
      answer &&
      html`<p class="moment number" role="status"><span class=${`dot ${answer.rate > 0 ? 'live' : ''}`}></span> ${timeText(sliding ?? now)}</p>
    <input type="range" class="slider" aria-label="Time within the data" aria-valuetext=${timeText(sliding ?? now)} min=${from} max=${Math.max(until, now)} step=${minute} value=${sliding ?? now} disabled=${doing.busy}
      onInput=${event => setSliding(Number(event.currentTarget.value))}
      onChange=${event => {
        change('PUT', path, { now: new Date(Number(event.currentTarget.value)).toISOString() })
        setSliding(undefined)
      }} />
    <p class="ends quiet number"><span>${timeText(from, false)}</span>${about.endless_from && html`<span>earlier: set any time since ${about.endless_from.slice(0, 10)}</span>`}<span>${timeText(until, false)}</span></p>
    <div class="row">
      <div class="group" role="group" aria-label="Back">${steps.toReversed().map(by => step(by, -1))}</div>
      <div class="group" role="group" aria-label="Forward">${steps.map(by => step(by, 1))}</div>
      <${Group} label="Speed" value=${answer.rate} options=${speeds} disabled=${doing.busy} onChange=${rate => change('PUT', path, { rate })} />
    </div>
    <form class="row" onSubmit=${set}>
      <label>Set to <input type="text" size="22" placeholder="2026-01-15T12:00:00Z" value=${typed} onInput=${event => setTyped(event.currentTarget.value)} /></label>
      <button disabled=${doing.busy || typed.trim() === ''}>Set</button>
      ${isNow(until) && !follows && html`<button type="button" disabled=${doing.busy} onClick=${() => change('PUT', path, { now: 'live' })}>Back to real time</button>`}
      ${!isNow(until) && now !== until && html`<button type="button" disabled=${doing.busy} onClick=${() => change('PUT', path, { now: 'seeded' })}>To the end of the data</button>`}
    </form>`
    }
    ${doing.said}${doing.error}</section>`
}
