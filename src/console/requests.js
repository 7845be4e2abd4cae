import { ask, control, copyText, query, Refused, root, secrets, snippets } from './api.js'
import { go } from './location.js'
import { Table, Trouble } from './parts.js'
import { html, useEffect, useRef, useState } from './preact.js'
import { Steered, TenantChoice } from './steering.js'

const mostShown = 1000

/** Calls `begin` when connected, then `each` with every entry of a tenant's journal, beginning with the present ones. */
async function readJournal(tenant, signal, begin, each) {
  const headers = { accept: 'text/event-stream', ...(secrets.token && { authorization: `Bearer ${secrets.token}` }) }
  const answer = await fetch(new URL(query(`sandbox/tenants/${tenant}/journal/stream`, { after: 0 }), root), {
    headers,
    signal,
  })
  if (!answer.ok) throw new Refused(answer.status, (await answer.json()).message)
  begin()
  let rest = ''
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + value).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data) each(JSON.parse(data))
    }
  }
}

/** The journal as it grows; reconnects when the stream ends or fails. A restarted server counts from 1 again. */
function useJournal(tenant) {
  const [entries, setEntries] = useState([])
  const [error, setError] = useState()
  const waiting = useRef([])
  useEffect(() => {
    const abort = new AbortController()
    setEntries([])
    const flush = setInterval(() => {
      if (waiting.current.length === 0) return
      const fresh = waiting.current.splice(0)
      setEntries(known => {
        const all = new Map([...known, ...fresh].map(entry => [entry.ordinal, entry]))
        return [...all.values()].slice(-mostShown)
      })
    }, 200)
    const begin = () => {
      waiting.current = []
      setEntries([])
      setError(undefined)
    }
    const again = () => setTimeout(() => abort.signal.aborted || read(), 1000)
    const read = () =>
      readJournal(tenant, abort.signal, begin, entry => waiting.current.push(entry)).then(again, trouble => {
        if (abort.signal.aborted) return
        setError(trouble)
        if (!(trouble instanceof Refused)) again()
      })
    read()
    return () => {
      clearInterval(flush)
      waiting.current = []
      abort.abort()
    }
  }, [tenant])
  return { entries, error }
}

function matches(entry, { filter = '' }) {
  const text = `${entry.status} ${entry.operation} ${entry.method} ${entry.url} ${entry.fault ?? ''} ${entry.why ?? ''}`
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.toLowerCase().includes(word))
}

const tone = status => (status >= 500 ? 'down' : status >= 400 ? 'down' : 'up')

export function Requests({ tenant = 'default', entry, about, ...place }) {
  return html`<section class="card" aria-label="Requests">
    <h2>Requests</h2>
    <${Steered} about=${about}><${Journal} tenant=${tenant} chosen=${entry} place=${place} /></${Steered}>
  </section>`
}

function Journal({ tenant, chosen, place }) {
  const { entries, error } = useJournal(tenant)
  const shown = entries.filter(one => matches(one, place)).toReversed()
  const inspected = entries.find(({ ordinal }) => String(ordinal) === chosen)
  const columns = [
    [
      '#',
      row =>
        html`<button type="button" aria-pressed=${String(row.ordinal) === chosen} onClick=${() => go({ entry: row.ordinal })}>${row.ordinal}</button>`,
    ],
    ['Time', row => row.ended.slice(11)],
    ['Operation', row => row.operation ?? '–'],
    [
      'Request',
      row =>
        html`<span title=${row.url}>${`${row.method}\u00a0${row.url.length > 60 ? `${row.url.slice(0, 60)}…` : row.url}`}</span>`,
      'wide',
    ],
    ['Status', row => html`<span class=${tone(row.status)}>${row.status}</span>`],
    ['Records', row => row.records, true],
    ['Page', row => (row.walk ? `${row.walk.page} of ${row.walk.id.slice(0, 6)}` : '')],
    ['Fault', row => row.fault ?? ''],
    ['Why', row => row.why ?? '', 'wide'],
  ]
  return html`<div>
    <div class="row">
      <${TenantChoice} tenant=${tenant} />
      <label>Filter <input type="search" value=${place.filter ?? ''} placeholder="429 listTrades" onInput=${event => go({ filter: event.currentTarget.value }, { replace: true })} /></label>
      <button type="button" onClick=${() => control('DELETE', `tenants/${tenant}/journal`).then(() => location.reload())}>Empty</button>
      <span class="quiet" role="status">${shown.length} of ${entries.length} requests, ${error ? 'disconnected' : 'live'}</span>
    </div>
    ${error && html`<${Trouble} error=${error} />`}
    ${inspected && html`<${Inspected} entry=${inspected} tenant=${tenant} />`}
    <${Table} label="Requests" columns=${columns} rows=${shown} empty=${entries.length > 0 ? 'No request matches the filter.' : 'No requests yet. The journal omits requests of this console: send a request with this tenant’s key now.'} />
    <${Walks} entries=${shown.toReversed()} />
  </div>`
}

/** Details of one request: query, answer, reason, and actions. */
function Inspected({ entry, tenant }) {
  const [said, setSaid] = useState('')
  const [answer, setAnswer] = useState()
  const path = entry.url.slice(1)
  const act = (work, done) =>
    work.then(
      result => setSaid(done(result)),
      error => setSaid(error.message),
    )
  const fail = () => {
    const rule = {
      when: entry.operation ? { operation: entry.operation } : { path: entry.url.split('?')[0] },
      on: { first: 2 },
      do: { status: 503, retry_after: 1 },
    }
    act(
      control('POST', `tenants/${tenant}/faults`, rule),
      ({ id }) => `Fault ${id}: the next two matching requests get 503.`,
    )
  }
  const replay = () =>
    act(
      ask(path).catch(error => ({ status: error.status, message: error.message })),
      result => {
        setAnswer(result)
        return 'Sent again with the key of this page. The journal omits the replay.'
      },
    )
  return html`<section class="card" aria-label=${`Request ${entry.ordinal}`}>
    <h3>Request ${entry.ordinal}: <span class=${tone(entry.status)}>${entry.status}</span> ${entry.operation}</h3>
    <p class="quiet">${entry.why ? `Why: ${entry.why}` : entry.fault ? `Affected by the fault ${entry.fault}` : 'No rule refused or changed this request.'}</p>
    <div class="row">
      <button type="button" onClick=${replay}>Replay</button>
      <button type="button" onClick=${fail}>Make the next two fail</button>
      ${Object.entries(snippets(path)).map(
        ([name, text]) =>
          html`<button type="button" onClick=${() => act(copyText(text), () => `Copied as ${name}`)}>Copy as ${name}</button>`,
      )}
      <button type="button" onClick=${() => go({ entry: undefined })}>Close</button>
      <span role="status">${said}</span>
    </div>
    <pre tabindex="0">${JSON.stringify(entry, null, 2)}</pre>
    ${answer !== undefined && html`<h4>Answer to the replay</h4><pre tabindex="0">${JSON.stringify(answer, null, 2)}</pre>`}
  </section>`
}

/** Pages of one walk as a chain, which shows repeated and skipped pages. */
function Walks({ entries }) {
  const walks = Map.groupBy(
    entries.filter(({ walk }) => walk),
    ({ walk }) => walk.id,
  )
  const chains = [...walks].filter(([, some]) => some.length > 1 || some[0].walk.page > 1)
  if (chains.length === 0) return null
  return html`<h3>Walks</h3>
    <ul>${chains.map(
      ([id, some]) => html`<li><code>${id.slice(0, 6)}</code> ${some[0].operation}:
        ${some.map(({ walk, status, ordinal }, n) => {
          const before = n > 0 ? some[n - 1].walk.page : 0
          const note = walk.page <= before ? ' again' : walk.page > before + 1 ? ' (previous page skipped)' : ''
          return html`${n > 0 ? ' → ' : ' '}<button type="button" class=${note ? 'down' : ''} onClick=${() => go({ entry: ordinal })}>${walk.page}${note}${status === 200 ? '' : ` (${status})`}</button>`
        })}</li>`,
    )}</ul>`
}
