import { secrets } from './api.js'
import { follow, linkTo } from './location.js'
import { html, useState } from './preact.js'

export const titles = {
  market: 'Market',
  coverage: 'Coverage',
  families: 'Other data',
  requests: 'Requests',
  controls: 'Controls',
}

/**
 * The header of every page.
 * @param page name of a view, `reference` or `control`
 * @param onKey called with a key that the reader chose
 */
export function Header({ about, page, onKey }) {
  const isView = page in titles
  const target = isView ? '' : '../console/'
  const mark = name => (name === page ? 'page' : undefined)
  return html`<header>
    <h1>market-data-sandbox <small>${[about.version, about.profile, about.clock].filter(Boolean).join(' · ')}</small></h1>
    <nav aria-label="Pages">
      ${Object.entries(titles).map(
        ([view, title]) =>
          html`<a href=${target + linkTo({ view }, {})} onClick=${isView ? follow : undefined} aria-current=${mark(view)}>${title}</a>`,
      )}
      <a href="../docs/" aria-current=${mark('reference')}>API reference</a>
      ${about.steered && html`<a href="../docs/control.html" aria-current=${mark('control')}>Control plane</a>`}
    </nav>
    <${Key} keys=${about.keys} onKey=${onKey} />
  </header>`
}

/** Selects the key of all calls: a built-in key or another one. */
function Key({ keys, onKey }) {
  const [key, setKey] = useState(secrets.key)
  const change = event => {
    secrets.key = event.currentTarget.value.trim()
    setKey(secrets.key)
    onKey(secrets.key)
  }
  return html`<label>Key
    <input type="text" autocomplete="off" spellcheck="false" list="keys" size="16" value=${key} onChange=${change} />
    <datalist id="keys">${keys.map(one => html`<option value=${one} />`)}</datalist>
  </label>`
}
