import { describe } from './api.js'
import { Header } from './header.js'
import { usePlace } from './location.js'
import { Market } from './market.js'
import { Trouble, Waiting } from './parts.js'
import { html, render, useEffect, useState } from './preact.js'

const views = { market: Market }

/** Views outside the first picture; each is loaded when it is opened. */
const others = {
  coverage: async () => (await import('./coverage.js')).Coverage,
  families: async () => (await import('./families.js')).Families,
  requests: async () => (await import('./requests.js')).Requests,
  controls: async () => (await import('./controls.js')).Controls,
}

function View({ name, ...properties }) {
  const [{ view, error }, setLoaded] = useState({ view: views[name] })
  useEffect(() => {
    if (view) return
    others[name]().then(
      view => {
        views[name] = view
        setLoaded({ view })
      },
      error => setLoaded({ error }),
    )
  }, [])
  if (error) return html`<${Trouble} error=${error} />`
  return view ? html`<${view} ...${properties} />` : html`<${Waiting} />`
}

function Console({ about }) {
  const { view, ...place } = usePlace()
  const page = Object.hasOwn(others, view ?? '') ? view : 'market'
  return html`
    <${Header} about=${about} page=${page} onKey=${() => location.reload()} />
    <main><${View} ...${place} key=${page} name=${page} about=${about} /></main>
    <footer class="quiet">Charts by <a href="https://www.tradingview.com/" rel="noreferrer">TradingView</a> Lightweight Charts™ · every picture is a call of the public API</footer>`
}

const holder = document.getElementById('console')
describe().then(
  about => render(html`<${Console} about=${about} />`, holder),
  error => render(html`<main><${Trouble} error=${error} /></main>`, holder),
)
