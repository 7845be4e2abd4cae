import { html, useEffect, useState } from '../preact.js'
import { reach, secrets } from './api.js'
import { timeText } from './format.js'
import { follow, linkTo, place } from './location.js'
import { Typed } from './parts.js'
import { isReached, noteBuilt, pulse, useBuilt, useInterval } from './pulse.js'

export const titles = {
  market: 'Market',
  families: 'Other data',
  coverage: 'Coverage',
  requests: 'Requests',
  controls: 'Controls',
  scenarios: 'Scenarios',
}

/** What all views share. */
const shared = ({ instrument, interval, tenant }) => ({ instrument, interval, tenant })

/**
 * The header of every page.
 * @param page name of a view, `reference` or `control`
 * @param onKey called with a key that the reader chose
 */
export function Header({ about, page, onKey }) {
  const isReference = page === 'reference' || page === 'control'
  const target = isReference ? '../console/' : ''
  const mark = name => (name === page ? 'page' : undefined)
  const kept = isReference ? {} : shared(place())
  return html`<header>
    <h1><a href=${target || '?'} onClick=${isReference ? undefined : follow}>market-data-sandbox</a></h1>
    <nav aria-label="Pages">
      ${Object.entries(titles).map(
        ([view, title]) =>
          html`<a href=${target + linkTo({ view, ...kept }, {})} onClick=${isReference ? undefined : follow} aria-current=${mark(view)}>${title}</a>`,
      )}
      <a href="../docs/" aria-current=${mark('reference') ?? mark('control')}>API reference</a>
      <a href="../docs/readme.html">Help</a>
    </nav>
    <${Clock} about=${about} />
    <${Key} keys=${about.keys} onKey=${onKey} />
  </header>`
}

const states = { live: 'live', frozen: 'frozen', behind: 'catching up', gone: 'no response' }

/** Milliseconds between looks at a store that is being built. */
const look = 1000

async function lookAtStore() {
  const answer = await reach('ready')
  noteBuilt((await answer.json()).built)
}

/** The time at the server, and how much of the store is there until it is whole. */
function Clock({ about }) {
  const built = useBuilt()
  useInterval(() => built !== undefined && lookAtStore().catch(() => {}), look)
  const [, setTick] = useState(0)
  const [stalled, setStalled] = useState(false)
  useInterval(() => setTick(n => n + 1), 1000)
  const { now, rate } = pulse() ?? { now: Date.parse(about.time), rate: 0 }
  const live = rate > 0
  useInterval(() => live && isStalled().then(setStalled), 20_000)
  useEffect(() => {
    if (live) isStalled().then(setStalled)
  }, [live])
  const isBehind = built !== undefined || (live && stalled)
  const state = !isReached() ? 'gone' : isBehind ? 'behind' : live ? 'live' : 'frozen'
  const words = state === 'behind' && built !== undefined ? `building ${Math.floor(built * 100)} %` : states[state]
  const more = built === undefined ? '' : '. The other data are available when the store is complete.'
  return html`<span class="clock" role="timer" aria-label="Clock of the server" title=${`${about.profile} profile, version ${about.version}${more}`}>
    <span class=${`dot ${state}`}></span>${words}${rate > 1 ? ` ${rate}×` : ''} <span>${timeText(now)}</span></span>`
}

/** Whether the newest data are not there yet. */
async function isStalled() {
  const answer = await reach('ready').catch(() => undefined)
  return answer?.status === 503
}

/** Selects the key of all calls: a built-in key or another one. */
function Key({ keys, onKey }) {
  const [key, setKey] = useState(secrets.key)
  const change = text => {
    secrets.key = text
    setKey(text)
    onKey(text)
  }
  return html`<label class="key">
    <${Typed} aria-label="Key" title="API key of this page" placeholder="API key" autocomplete="off" spellcheck="false" list="keys" value=${key} onChange=${change} />
    <datalist id="keys">${keys.map(one => html`<option value=${one} />`)}</datalist>
  </label>`
}
