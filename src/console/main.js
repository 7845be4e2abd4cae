import { ask, secrets } from './api.js'
import { Controls } from './controls.js'
import { Coverage } from './coverage.js'
import { Families } from './families.js'
import { follow, linkTo, usePlace } from './location.js'
import { Market } from './market.js'
import { Trouble } from './parts.js'
import { html, render, useState } from './preact.js'
import { Requests } from './requests.js'

const views = {
  market: ['Market', Market],
  coverage: ['Coverage', Coverage],
  families: ['Other data', Families],
  requests: ['Requests', Requests],
  controls: ['Controls', Controls],
}

function Console({ about }) {
  const { view = 'market', ...place } = usePlace()
  const [, Shown] = views[view] ?? views.market
  return html`
    <header>
      <h1>market-data-sandbox <small>${about.version} · ${about.profile} · ${about.clock}</small></h1>
      <nav aria-label="Views">
        ${Object.entries(views).map(
          ([name, [title]]) =>
            html`<a href=${linkTo({ view: name }, {})} onClick=${follow} aria-current=${name === view ? 'page' : undefined}>${title}</a>`,
        )}
        <a href="../docs/">API reference</a>
      </nav>
      <${Key} keys=${about.keys} />
    </header>
    <main><${Shown} ...${place} about=${about} /></main>
    <footer class="quiet">Charts by <a href="https://www.tradingview.com/" rel="noreferrer">TradingView</a> Lightweight Charts™ · every picture is a call of the public API</footer>`
}

/** Selects the key of all calls: a key known to the server, or a custom one. */
function Key({ keys }) {
  const [key, setKey] = useState(secrets.key)
  const change = value => {
    secrets.key = value
    setKey(value)
    dispatchEvent(new Event('placed'))
    location.reload()
  }
  return html`<label>Key
    <input type="text" autocomplete="off" spellcheck="false" list="keys" size="16" value=${key} onChange=${event => change(event.currentTarget.value.trim())} />
    <datalist id="keys">${keys.map(one => html`<option value=${one} />`)}</datalist>
  </label>`
}

async function start() {
  const about = await ask('console/about.json')
  if (secrets.key === '' && about.keys.length > 0) secrets.key = about.keys[0]
  return html`<${Console} about=${about} />`
}

const holder = document.getElementById('console')
start().then(
  page => render(page, holder),
  error => render(html`<main><${Trouble} error=${error} /></main>`, holder),
)
