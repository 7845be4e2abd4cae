import { copyText, referenceOf, snippets } from './api.js'
import { html, useState } from './preact.js'

/** The calls of a chart, to copy and to inspect with their answers. */
export function Asked({ paths, answers }) {
  return html`<details class="ask">
    <summary>${paths.length === 1 ? 'The call behind this picture' : `The ${paths.length} calls behind this picture`}</summary>
    ${paths.map((path, n) => html`<${Call} key=${path} path=${path} answer=${answers?.[n]} />`)}
  </details>`
}

function Call({ path, answer }) {
  const [copied, setCopied] = useState('')
  const [raw, setRaw] = useState(false)
  const copy = async (name, text) => {
    await copyText(text)
    setCopied(name)
  }
  return html`<div>
    <code>GET /${path}</code>
    <div class="row">
      ${Object.entries(snippets(path)).map(
        ([name, text]) =>
          html`<button type="button" data-copy=${text} onClick=${() => copy(name, text)}>Copy as ${name}</button>`,
      )}
      <button type="button" aria-pressed=${raw} onClick=${() => setRaw(!raw)}>Raw answer</button>
      ${referenceOf(path) && html`<a href=${referenceOf(path)}>API reference</a>`}
      <span role="status" class="quiet">${copied && `Copied as ${copied}`}</span>
    </div>
    ${raw && html`<pre tabindex="0">${answer === undefined ? 'no answer yet' : JSON.stringify(answer, null, 2)}</pre>`}
  </div>`
}

/** An error message, as clients receive it. */
export function Trouble({ error }) {
  return html`<p class="error" role="alert"><strong>${error.status ?? 'Error'}</strong> ${error.message}</p>`
}

export function Waiting() {
  return html`<p class="quiet" role="status">Loading…</p>`
}

/** @param columns `[title, row => value, true if numbers or 'wide' if long texts]` */
export function Table({ label, columns, rows, empty = 'Nothing here.' }) {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>`
  const cell = kind => (kind === true ? 'number' : (kind ?? ''))
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead><tr>${columns.map(([title, , kind]) => html`<th class=${cell(kind)} scope="col">${title}</th>`)}</tr></thead>
      <tbody>${rows.map(row => html`<tr>${columns.map(([, value, kind]) => html`<td class=${cell(kind)}>${value(row)}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`
}

export function Choice({ label, value, options, onChange }) {
  return html`<label>${label}
    <select value=${value} onChange=${event => onChange(event.currentTarget.value)}>
      ${options.map(one => html`<option value=${one} selected=${one === value}>${one}</option>`)}
    </select>
  </label>`
}

export const timeText = milliseconds =>
  new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.000Z$/, 'Z')
export const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 })
export const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 8 })
