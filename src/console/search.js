import { useAnswers } from './api.js'
import { follow, go, linkTo } from './location.js'
import { Trouble, Waiting } from './parts.js'
import { html, useMemo } from './preact.js'
import { topicsFor } from './synonyms.js'

const shown = 60
/** The most traded instruments, which the list starts with. */
export const mostTraded = `v1/instruments?orderBy=trade_count&order=-1&limit=${shown}`
const everything = ['v1/instruments?orderBy=trade_count&order=-1', 'v1/assets', 'v1/pools', 'v1/pools-protocols']

const none = { data: [] }

/** Search entries, the most traded instruments first. */
function entriesOf([instruments, assets = none, pools = none, protocols = none]) {
  return [
    ...instruments.data.map(one => ({
      text: `${one.exchange_code} ${one.class} ${one.code}`,
      note: one.trade_count.toLocaleString('en'),
      to: { view: 'market', instrument: `${one.exchange_code}/${one.class}/${one.code}`, at: undefined },
    })),
    ...assets.data.map(one => ({
      text: `${one.code} ${one.name}`,
      note: one.asset_class,
      to:
        one.asset_class === 'fiat'
          ? { view: 'families', family: 'fx', base: one.code }
          : { view: 'families', family: 'supply', asset: one.code },
    })),
    ...pools.data.map(one => ({
      text: `${one.protocol} ${one.name}`,
      note: 'pool',
      to:
        one.type === 'vault'
          ? { view: 'families', family: 'lending', protocol: one.protocol }
          : { view: 'families', family: 'pool', pool_address: one.address },
    })),
    ...protocols.data.map(code => ({
      text: `${code} protocol`,
      note: 'TVL',
      to: { view: 'families', family: 'tvl', protocol: code },
    })),
  ]
}

function matching(entries, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(entry => words.every(word => entry.text.toLowerCase().includes(word)))
}

/**
 * Searches instruments, assets, pools and protocols by name, and topics by common words.
 * @param first answer to the call `mostTraded`
 */
export function Search({ text = '', instrument, first }) {
  const { answers, error } = useAnswers(text === '' ? [] : everything)
  const all = text !== '' && answers
  const entries = useMemo(() => entriesOf(all || [first ?? none]), [all, first])
  const found = useMemo(() => matching(entries, text), [entries, text])
  return html`<section class="card" aria-label="Search">
    <label class="stacked">Find an instrument, asset, pool or protocol
      <input type="search" value=${text} placeholder="btc-usd, candle, order book …"
        onInput=${event => go({ q: event.currentTarget.value }, { replace: true })} />
    </label>
    ${error && html`<${Trouble} error=${error} />`}
    ${!first && html`<${Waiting} />`}
    <ul class="results">
      ${topicsFor(text).map(({ title, view, family }) => html`<li><a href=${linkTo({ view, family, q: undefined })} onClick=${follow}>→ ${title}</a></li>`)}
      ${found.slice(0, shown).map(
        ({ text: name, note, to }) => html`<li>
          <a href=${linkTo({ ...to, q: text }, {})} onClick=${follow} aria-current=${to.instrument !== undefined && to.instrument === instrument ? 'true' : undefined}>
            ${name} <small class="quiet">${note}</small></a>
        </li>`,
      )}
    </ul>
    ${first && html`<p class="quiet" role="status">${statusOf(found.length, all && entries.length)}</p>`}
  </section>`
}

function statusOf(found, searched) {
  if (!searched) return `the ${found} most traded instruments`
  return `${found} of ${searched}${found > shown ? `, the first ${shown} shown` : ''}`
}
