import { html, useEffect, useRef, useState } from '../preact.js'
import { copyText, referenceOf, snippets, urlOf } from './api.js'
import { useBuilt } from './pulse.js'

/** A button that copies a text and says so. @param plain without a border */
export function Copy({ text, label, plain, children }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = copied && setTimeout(() => setCopied(false), 1800)
    return () => clearTimeout(timer)
  }, [copied])
  return html`<button type="button" class=${plain ? 'plain' : undefined} aria-label=${label} data-copy=${text} onClick=${() => copyText(text).then(() => setCopied(true))}>
    ${copied ? 'Copied' : children}</button>`
}

/** Opens a dialog with the calls behind a picture, to copy and to inspect with their responses. */
export function Asked({ paths, answers }) {
  const [open, setOpen] = useState(false)
  const title = paths.length === 1 ? 'The call behind this picture' : `The ${paths.length} calls behind this picture`
  return html`<button type="button" class="plain" aria-label=${`API: ${title}`} title=${title} onClick=${() => setOpen(true)}>API</button>
    ${
      open &&
      html`<${Dialog} title=${title} onClose=${() => setOpen(false)}>
      ${paths.map((path, n) => html`<${Call} key=${path} path=${path} answer=${answers?.[n]} />`)}
    </${Dialog}>`
    }`
}

/** Closes with Escape, and gives the focus back. */
function Dialog({ title, onClose, children }) {
  const holder = useRef()
  useEffect(() => holder.current.showModal(), [])
  return html`<dialog ref=${holder} aria-label=${title} onClose=${onClose}>
    <div class="head"><h2>${title}</h2><button type="button" onClick=${() => holder.current.close()}>Close</button></div>
    ${children}</dialog>`
}

function Call({ path, answer }) {
  return html`<div class="call">
    <code tabindex="0">GET ${urlOf(path).href}</code>
    <div class="row"><${CopyCall} path=${path} />
      ${referenceOf(path) && html`<a href=${referenceOf(path)}>API reference</a>`}</div>
    <details><summary>Response</summary>
      <pre tabindex="0">${answer === undefined ? 'no response yet' : pretty(answer)}</pre></details>
  </div>`
}

export function CopyCall({ path, callKey }) {
  return Object.entries(snippets(path, callKey)).map(
    ([name, text]) => html`<${Copy} key=${name} text=${text} label=${`Copy as ${name}`}>Copy as ${name}</${Copy}>`,
  )
}

/** Long responses would take the browser a second. */
const longest = 200_000

export function pretty(value) {
  const text = JSON.stringify(value, null, 2)
  return text.length > longest ? `${text.slice(0, longest)}\n… ${text.length - longest} more characters` : text
}

/** An error message as clients receive it. @param again repeats what failed */
export function Trouble({ error, again }) {
  return html`<div class="error" role="alert"><strong>${error.status ?? 'Error'}</strong> <span class="grow">${error.message}</span>
    ${again && html`<button type="button" onClick=${again}>Try again</button>`}</div>`
}

export function Waiting() {
  const isBuilding = useBuilt() !== undefined
  return html`<p class="quiet" role="status">Loading…${isBuilding && ' The store is being built.'}</p>`
}

/** A reference for an element, and its width in whole pixels. */
export function useWidth(first, least) {
  const holder = useRef()
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => setWidth(Math.max(least, Math.round(contentRect.width))))
    watch.observe(holder.current)
    return () => watch.disconnect()
  }, [])
  return [holder, width]
}

/** Takes the room of the picture that is being loaded. */
export function WaitingPicture() {
  return html`<div class="chart waiting"><${Waiting} /></div>`
}

/** @param columns `[title, row => value, kind]`: a class, or true for numbers @param rowOf properties of a row's element */
export function Table({ label, columns, rows, empty = 'Nothing here.', rowOf = () => ({}) }) {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>`
  const cell = kind => (kind === true ? 'number' : (kind ?? ''))
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead><tr>${columns.map(([title, , kind]) => html`<th class=${cell(kind)} scope="col">${title}</th>`)}</tr></thead>
      <tbody>${rows.map(row => html`<tr ...${rowOf(row)}>${columns.map(([, value, kind]) => html`<td class=${cell(kind)}>${value(row)}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`
}

/** A text field. What is being typed stays while the page around it is drawn again. */
export function Typed({ value = '', onChange, ...attributes }) {
  const [typed, setTyped] = useState()
  useEffect(() => setTyped(undefined), [value])
  const finish = event => {
    setTyped(undefined)
    onChange(event.currentTarget.value.trim())
  }
  return html`<input type="text" ...${attributes} value=${typed ?? value} onInput=${event => setTyped(event.currentTarget.value)} onChange=${finish} />`
}

/** @param options texts, or pairs of a value and its text */
export const pairsOf = options => options.map(one => (Array.isArray(one) ? one : [one, one]))

export function Choice({ label, value, options, onChange, hidden, stacked }) {
  return html`<label class=${stacked ? 'stacked' : undefined}>${hidden ? html`<span class="visually-hidden">${label}</span>` : label}
    <select value=${value} onChange=${event => onChange(event.currentTarget.value)}>
      ${pairsOf(options).map(([one, text]) => html`<option value=${one} selected=${one === value}>${text}</option>`)}
    </select>
  </label>`
}

/** Handles the keys of a table of functions. */
export const onKeys = keys => event => {
  if (!Object.hasOwn(keys, event.key)) return
  event.preventDefault()
  keys[event.key]()
}

/** Buttons of which one is pressed. */
export function Group({ label, value, options, onChange, disabled }) {
  return html`<div class="group" role="group" aria-label=${label}>
    ${options.map(([one, text]) => html`<button type="button" aria-pressed=${one === value} disabled=${disabled} onClick=${() => onChange(one)}>${text}</button>`)}
  </div>`
}

/** A button that asks before it does what cannot be undone. */
export function Confirm({ text, question, onConfirm, busy }) {
  const [asking, setAsking] = useState(false)
  if (!asking) return html`<button type="button" disabled=${busy} onClick=${() => setAsking(true)}>${text}</button>`
  const answer = yes => {
    setAsking(false)
    if (yes) onConfirm()
  }
  return html`<span class="row" role="alertdialog" aria-label=${question} onKeyDown=${event => event.key === 'Escape' && answer(false)}>${question}
    <button type="button" class="danger" ref=${button => button?.focus()} onClick=${() => answer(true)}>${text}</button>
    <button type="button" onClick=${() => answer(false)}>Cancel</button></span>`
}
