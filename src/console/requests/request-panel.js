import { ask, control, root } from '../base/api.js'
import { sizeText, timeText } from '../base/format.js'
import { go } from '../base/location.js'
import { Copy, CopyCall, pretty, Trouble, Waiting } from '../base/parts.js'
import { useControl } from '../base/use-control.js'
import { html, useState } from '../preact.js'
import { durationOf, hintOf } from './journal-feed.js'

/** Everything about one request, beside the list. @param callKey the key that it had */
export function Inspected({ entry, tenant, callKey, others }) {
  const { ordinal, status, operation, method, url, fault, why, walk } = entry
  const full = new URL(`./${url.slice(1)}`, root).href
  const at = others.findIndex(one => one.ordinal === ordinal)
  const [newer, older] = [others[at - 1], others[at + 1]]
  const facts = [
    ['Operation', operation ?? 'none has this path'],
    ['Key', entry.key ?? 'no known key'],
    ['Arrived', timeText(Date.parse(entry.began))],
    ['Clock of the tenant', timeText(Date.parse(entry.time))],
    ['Duration', `${durationOf(entry)} ms`],
    ['Size', `${sizeText(entry.bytes)} as sent${entry.complete ? '' : ', not the whole response'}`],
    ['Records', entry.records],
    ['Page', walk ? `${walk.page} of the walk ${walk.id.slice(0, 6)}${walk.last ? ', the last' : ''}` : undefined],
    ['Region', entry.region],
  ]
  return html`<section class="card panel" aria-label=${`Request ${ordinal}`}>
    <div class="head"><h3>#${ordinal} <span class=${status >= 500 ? 'down' : status >= 400 ? 'warn' : 'up'}>${status}</span> ${operation ?? method}</h3>
      <div class="group" role="group" aria-label="Other requests">
        <button type="button" disabled=${!newer} onClick=${() => go({ entry: newer.ordinal })}>Newer</button>
        <button type="button" disabled=${!older} onClick=${() => go({ entry: older.ordinal })}>Older</button></div>
      <button type="button" onClick=${() => go({ entry: undefined })}>Close</button></div>
    <pre class="url" tabindex="0">${method} ${full}</pre>
    <div class="row"><${CopyCall} path=${url.slice(1)} callKey=${callKey} /><${Copy} text=${full} label="Copy the URL">Copy URL</${Copy}></div>
    ${(fault || why || hintOf(entry)) && html`<${Rule} entry=${entry} tenant=${tenant} />`}
    <${Actions} entry=${entry} tenant=${tenant} callKey=${callKey} />
    <h4>Request</h4><${Facts} pairs=${facts} />
    <h4>Query</h4><${Facts} pairs=${[...new URL(full).searchParams]} empty="no parameters" />
    <h4>Request headers</h4><${Facts} pairs=${Object.entries(entry.request_headers)} empty="none that the journal keeps" />
    <h4>Response headers</h4><${Facts} pairs=${Object.entries(entry.response_headers)} empty="none that the journal keeps" />
    <h4>Response body</h4><${Body} ordinal=${ordinal} tenant=${tenant} />
  </section>`
}

function Facts({ pairs, empty }) {
  const known = pairs.filter(([, value]) => value !== undefined)
  if (known.length === 0) return html`<p class="quiet">${empty}</p>`
  return html`<dl class="facts">${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

/** Why the request was refused or changed, or why its response is empty. */
function Rule({ entry, tenant }) {
  const { fault, why, effects } = entry
  const hint = hintOf(entry)
  const [id, ordinal] = fault?.split('#') ?? []
  const { answer } = useControl(`tenants/${tenant}/faults`)
  const rule = answer?.faults.find(one => one.id === id)
  return html`<div class="rule">
    ${why && html`<p><strong class="warn">Refused:</strong> ${why}</p>`}
    ${hint && hint !== why && html`<p><strong class="warn">Hint:</strong> ${hint}</p>`}
    ${fault && html`<p><strong class="down">Fault ${id}</strong>, hit ${ordinal}: ${effects.join(', ')}</p>`}
    ${rule && html`<pre tabindex="0">${JSON.stringify(rule)}</pre>`}</div>`
}

function Actions({ entry, tenant, callKey }) {
  const [said, setSaid] = useState('')
  const [answer, setAnswer] = useState()
  const act = (work, done) =>
    work.then(
      result => setSaid(done(result)),
      error => setSaid(error.message),
    )
  const fail = () => {
    const when = entry.operation ? { operation: entry.operation } : { path: entry.url.split('?')[0] }
    const rule = { when, on: { first: 2 }, do: { status: 503, retry_after: 1 } }
    act(
      control('POST', `tenants/${tenant}/faults`, rule),
      ({ id }) => `Fault ${id}: the next two matching requests get 503.`,
    )
  }
  const replay = () => {
    const sent = ask(entry.url.slice(1), { key: callKey }).catch(({ status, message }) => ({ status, message }))
    act(sent, result => {
      setAnswer(result)
      return 'Sent with its own key. It meets no faults and is not listed.'
    })
  }
  return html`<div class="row"><button type="button" onClick=${replay}>Send again</button>
      <button type="button" onClick=${fail}>Make the next two fail</button></div>
    <p role="status" class="quiet">${said}</p>
    ${answer !== undefined && html`<details open><summary>Response now</summary><pre tabindex="0">${pretty(answer)}</pre></details>`}`
}

function Body({ ordinal, tenant }) {
  const { answer: detail, error } = useControl(`tenants/${tenant}/journal/entries/${ordinal}`)
  const [kept, setKept] = useState(false)
  if (error) return html`<${Trouble} error=${error} />`
  if (!detail) return html`<${Waiting} />`
  const keep = () => control('PUT', `tenants/${tenant}/journal/bodies`, { keep: true }).then(() => setKept(true))
  if (detail.body === null)
    return html`<p class="row"><span class="quiet">${kept ? 'The journal keeps the bodies of new responses.' : 'The journal did not keep this body.'}</span>
      ${!kept && html`<button type="button" onClick=${keep}>Keep bodies from now on</button>`}</p>`
  const { text, truncated } = detail.body
  return html`${truncated && html`<p class="quiet">The first 64 KB, or less if the response was cut short.</p>`}
    <pre class="body" tabindex="0">${indented(text) || '(empty)'}</pre>`
}

function indented(text) {
  try {
    return pretty(JSON.parse(text))
  } catch {
    return text
  }
}
