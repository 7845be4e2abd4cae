import { authorized, control, reach, read, snippets } from '../base/api.js'
import { clockText, sizeText } from '../base/format.js'
import { go, useTitle } from '../base/location.js'
import { Choice, Confirm, Copy, Table, Trouble } from '../base/parts.js'
import { Steered, TenantChoice, useTenantKeys } from '../base/steering.js'
import { useControl, useDoing } from '../base/use-control.js'
import { html } from '../preact.js'
import { durationOf, hintOf, useJournal } from './journal-feed.js'
import { Inspected } from './request-panel.js'

export function Requests({ tenant = 'default', entry, about, ...place }) {
  useTitle(`Requests, tenant ${tenant}`)
  return html`<${Steered} about=${about}><${Journal} key=${tenant} tenant=${tenant} chosen=${entry} about=${about} place=${place} /></${Steered}>`
}

const statuses = [
  ['', 'any status'],
  ['2', '2xx'],
  ['3', '3xx'],
  ['4', '4xx'],
  ['5', '5xx'],
  ['fault', 'with a fault'],
]

function matches(entry, { status = '', operation = '', key = '', filter = '' }) {
  if (status === 'fault' ? entry.fault === null : !String(entry.status).startsWith(status)) return false
  if (operation !== '' && (entry.operation ?? '–') !== operation) return false
  if (key !== '' && (entry.key ?? '–') !== key) return false
  const text =
    `${entry.status} ${entry.operation} ${entry.method} ${entry.url} ${entry.fault ?? ''} ${entry.why ?? ''} ${hintOf(entry) ?? ''}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

const isFiltered = ({ status, operation, key, filter }) => Boolean(status || operation || key || filter)

/** What made a response fail, or why it is empty. */
const reasonOf = entry => entry.fault ?? entry.why ?? hintOf(entry)

/** Red is for what a client should look at. */
const toneOf = ({ status }) => (status >= 500 ? 'down' : status >= 400 ? 'warn' : status >= 300 ? 'quiet' : 'up')

/** A URL without the parts of its path that the operation implies. */
const briefly = url =>
  url.replace(/^.*?\/v\d\/data\/[^/?]+\/(exchanges\/)?/, '…/').replace(/\/aggregations\/[^?]*/, '/…')

function Journal({ tenant, chosen, about, place }) {
  const { entries, error, isOpen, again } = useJournal(tenant)
  const keyOf = useTenantKeys(tenant, about)
  const doing = useDoing()
  const shown = entries.filter(one => matches(one, place)).toReversed()
  const inspected = entries.find(({ ordinal }) => String(ordinal) === chosen)
  const open = ordinal => go({ entry: ordinal })
  const columns = [
    [
      '#',
      row =>
        html`<button type="button" class="plain" aria-label=${`Request ${row.ordinal}`} aria-pressed=${row === inspected} onClick=${event => {
          event.stopPropagation()
          open(row.ordinal)
        }}>${row.ordinal}</button>`,
    ],
    ['Time', row => clockText(Date.parse(row.ended))],
    ['Status', row => html`<span class=${toneOf(row)}>${row.status}${row.complete ? '' : ' cut'}</span>`],
    ['Operation', row => row.operation ?? '–', 'operation'],
    ['Request', row => html`<span title=${row.url}>${`${row.method} ${briefly(row.url)}`}</span>`, 'cut request'],
    ['Key', row => row.key ?? '–'],
    ['Duration', row => `${durationOf(row)} ms`, true],
    ['Size', row => sizeText(row.bytes), true],
    ['Records', row => row.records, true],
    ['Page', row => (row.walk ? row.walk.page : ''), true],
    ['Fault or reason', row => html`<span title=${reasonOf(row)}>${reasonOf(row)}</span>`, 'cut'],
  ]
  const narrow = new Set(['Key', 'Size', 'Records', 'Page'])
  const choices = pick =>
    ['', ...new Set(entries.map(one => one[pick] ?? '–'))].map(one => [one, one === '' ? `any ${pick}` : one])
  const choose = name => value => go({ [name]: value || undefined }, { replace: true })
  return html`<div class=${`requests ${inspected ? 'open' : ''}`}>
    <section class="card list" aria-label="Requests">
      <div class="head"><h2>Requests</h2>
        <span class="quiet" role="status"><span class=${`dot ${isOpen ? 'live' : 'behind'}`}></span> ${shown.length} of ${entries[0]?.ordinal > 1 ? 'the latest ' : ''}${entries.length} requests, ${isOpen ? 'live' : error ? 'disconnected' : 'connecting'}</span></div>
      <div class="row tools">
        <${TenantChoice} tenant=${tenant} />
        <${Choice} label="Status" hidden value=${place.status ?? ''} options=${statuses} onChange=${choose('status')} />
        <${Choice} label="Operation" hidden value=${place.operation ?? ''} options=${choices('operation')} onChange=${choose('operation')} />
        <${Choice} label="Key" hidden value=${place.key ?? ''} options=${choices('key')} onChange=${choose('key')} />
        <input type="search" aria-label="Filter by text" value=${place.filter ?? ''} placeholder="Filter: 429 page_size …" onInput=${event => choose('filter')(event.currentTarget.value)} />
        <span class="grow"></span>
        <${Bodies} tenant=${tenant} doing=${doing} />
        <button type="button" onClick=${() => doing.run(() => saveArchive(tenant))} title="An HTTP archive, which the network panel of a browser imports">Export HAR</button>
        <${Confirm} text="Clear" question="Clear the journal?" onConfirm=${() => doing.run(() => control('DELETE', `tenants/${tenant}/journal`).then(again))} />
      </div>
      ${doing.error}
      ${error && html`<${Trouble} error=${error} again=${again} />`}
      ${
        entries.length === 0
          ? html`<${Listening} keyOf=${keyOf} place=${place} tenant=${tenant} />`
          : html`<${Table} label="List of requests" columns=${inspected ? columns.filter(([title]) => !narrow.has(title)) : columns} rows=${shown} empty="No request matches the filters." rowOf=${row => ({
              key: row.ordinal,
              class: row === inspected ? 'chosen link' : 'link',
              onClick: () => open(row.ordinal),
            })} />`
      }
      ${isFiltered(place) && shown.length === 0 && entries.length > 0 && html`<button type="button" onClick=${() => go({ status: undefined, operation: undefined, key: undefined, filter: undefined })}>Show all requests</button>`}
      <${Walks} entries=${shown.toReversed()} />
    </section>
    ${inspected && html`<${Inspected} key=${inspected.ordinal} entry=${inspected} tenant=${tenant} callKey=${keyOf(inspected.key)} others=${shown} />`}
  </div>`
}

/** A call to paste while the journal is empty. */
function Listening({ keyOf, place, tenant }) {
  const path = `v3/data/trades.v1/exchanges/${place.instrument ?? 'cbse/spot/btc-usd'}/trades?page_size=3`
  const { curl } = snippets(path, keyOf(undefined))
  return html`<div class="empty"><p><span class="dot live"></span> <strong>Listening.</strong> No client has used a key of the tenant ${tenant} yet. Paste this into a terminal:</p>
    <pre tabindex="0">${curl}</pre>
    <p class="row"><${Copy} text=${curl} label="Copy the command">Copy</${Copy}>
      <span class="quiet">The requests of this console are not listed.</span></p></div>`
}

function Bodies({ tenant, doing }) {
  const path = `tenants/${tenant}/journal/bodies`
  const { answer, again } = useControl(path)
  const change = event => doing.run(() => control('PUT', path, { keep: event.currentTarget.checked }).then(again))
  return answer === undefined
    ? null
    : html`<label title="Keeps the first 64 KB of each new response"><input type="checkbox" checked=${answer.keep} onChange=${change} /> Keep bodies</label>`
}

async function saveArchive(tenant) {
  const answer = await reach(`sandbox/tenants/${tenant}/journal/har`, { headers: authorized() })
  if (!answer.ok) await read(answer)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = `${tenant}.har`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Pages of one walk as a chain, which shows repeated and skipped pages. A first page asked for again is a poll. */
function Walks({ entries }) {
  const walks = Map.groupBy(
    entries.filter(({ walk }) => walk),
    ({ walk }) => walk.id,
  )
  const chains = [...walks].filter(([, some]) => some.some(({ walk }) => walk.page > 1))
  if (chains.length === 0) return null
  return html`<details class="walks" open><summary>${chains.length === 1 ? '1 walk' : `${chains.length} walks`} page by page</summary>
    <ul>${chains.map(
      ([id, some]) => html`<li><code>${id.slice(0, 6)}</code> ${some[0].operation}:
        ${some.map(({ walk, status, ordinal }, n) => {
          const before = n > 0 ? some[n - 1].walk.page : 0
          const poll = walk.page === 1 && n > 0
          const note = poll
            ? ' (polled)'
            : walk.page <= before
              ? ' again'
              : walk.page > before + 1
                ? ' (page skipped)'
                : ''
          return html`${n > 0 ? ' → ' : ' '}<button type="button" class=${`plain ${note && !poll ? 'down' : ''}`} onClick=${() => go({ entry: ordinal })}>${walk.page}${note}${status === 200 || status === 304 ? '' : ` (${status})`}</button>`
        })}${some.at(-1).walk.last ? html` <span class="quiet">end</span>` : ''}</li>`,
    )}</ul></details>`
}
