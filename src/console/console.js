import { busyWith, describe } from './base/api.js'
import { Header, titles } from './base/header.js'
import { follow, linkTo, usePlace } from './base/location.js'
import { Trouble, Waiting } from './base/parts.js'
import { Market } from './market/market.js'
import { html, render, useEffect, useState } from './preact.js'

const views = { market: Market }

/** Views outside the first picture; each is loaded when it is opened. */
const others = {
  coverage: async () => (await import('./coverage.js')).Coverage,
  families: async () => (await import('./families/families.js')).Families,
  requests: async () => (await import('./requests/requests.js')).Requests,
  controls: async () => (await import('./controls/controls.js')).Controls,
  scenarios: async () => (await import('./scenarios.js')).Scenarios,
}

function View({ name, ...properties }) {
  const [{ view, error }, setLoaded] = useState({ view: views[name] })
  useEffect(() => {
    if (view) return
    busyWith(others[name]()).then(
      view => {
        views[name] = view
        setLoaded({ view })
      },
      error => setLoaded({ error }),
    )
  }, [])
  if (error) return html`<${Trouble} error=${error} again=${() => location.reload()} />`
  return view ? html`<${view} ...${properties} />` : html`<${Waiting} />`
}

function Unknown({ view }) {
  return html`<div class="card"><h2>There is no view “${view}”</h2>
    <p>The views are ${Object.entries(titles).map(([name, title], n) => html`${n > 0 ? ', ' : ''}<a href=${linkTo({ view: name }, {})} onClick=${follow}>${title}</a>`)}.</p></div>`
}

function Console({ about }) {
  const { view, ...place } = usePlace()
  const page = view ?? 'market'
  const known = Object.hasOwn(titles, page)
  return html`
    <${Header} about=${about} page=${page} onKey=${() => location.reload()} />
    <main>${known ? html`<${View} ...${place} key=${page} name=${page} about=${about} />` : html`<${Unknown} view=${page} />`}</main>
    <footer class="quiet">A simulated market for testing clients: no price is real · each picture shows responses of the public API · charts by <a href="https://www.tradingview.com/" rel="noreferrer">TradingView</a> Lightweight Charts™</footer>`
}

const holder = document.getElementById('console')
describe().then(
  about => render(html`<${Console} about=${about} />`, holder),
  error => render(html`<main><${Trouble} error=${error} again=${() => location.reload()} /></main>`, holder),
)
