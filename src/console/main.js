import { describe } from './api.js'
import { Controls } from './controls.js'
import { Coverage } from './coverage.js'
import { Families } from './families.js'
import { Header } from './header.js'
import { usePlace } from './location.js'
import { Market } from './market.js'
import { Trouble } from './parts.js'
import { html, render } from './preact.js'
import { Requests } from './requests.js'

const views = { market: Market, coverage: Coverage, families: Families, requests: Requests, controls: Controls }

function Console({ about }) {
  const { view, ...place } = usePlace()
  const page = view in views ? view : 'market'
  return html`
    <${Header} about=${about} page=${page} onKey=${() => location.reload()} />
    <main><${views[page]} ...${place} about=${about} /></main>
    <footer class="quiet">Charts by <a href="https://www.tradingview.com/" rel="noreferrer">TradingView</a> Lightweight Charts™ · every picture is a call of the public API</footer>`
}

const holder = document.getElementById('console')
describe().then(
  about => render(html`<${Console} about=${about} />`, holder),
  error => render(html`<main><${Trouble} error=${error} /></main>`, holder),
)
