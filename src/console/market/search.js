import { useAnswers } from '../base/api.js'
import { codeOf, exchangeName, instrumentOf, pairText, short, shortClasses } from '../base/format.js'
import { go, linkTo } from '../base/location.js'
import { onKeys, Trouble, Waiting } from '../base/parts.js'
import { alsoCalled, assetAlsoCalled, topicsFor } from '../base/synonyms.js'
import { html, useMemo, useRef, useState } from '../preact.js'

const shown = 60
/** The most traded instruments, which the list starts with. */
export const mostTraded = `v1/instruments?orderBy=trade_count&order=-1&limit=${shown}`
const everything = ['v1/instruments?orderBy=trade_count&order=-1', 'v1/assets', 'v1/pools', 'v1/pools-protocols']

const none = { data: [] }
const stored = 'recent-instruments'
const mostRecent = 6

/** Instruments that this browser has shown, the latest first. */
function recent() {
  try {
    return JSON.parse(localStorage.getItem(stored)) ?? []
  } catch {
    return []
  }
}

export function remember(instrument) {
  const all = [instrument, ...recent().filter(one => one !== instrument)].slice(0, mostRecent)
  localStorage.setItem(stored, JSON.stringify(all))
}

const entryOf = (one, note) => ({
  title: pairText(one),
  note,
  kind: shortClasses[one.class] ?? one.class,
  to: { view: 'market', instrument: codeOf(one), at: undefined },
  code: codeOf(one),
})

/** Search entries: what is shown, what is searched, and where it leads. */
function entriesOf([instruments, assets = none, pools = none, protocols = none], exchanges = none) {
  const nameOf = new Map([...exchanges.data, ...assets.data].map(({ code, name }) => [code, name]))
  return [
    ...instruments.data.map(one => ({
      ...entryOf(one, nameOf.get(one.exchange_code) ?? one.exchange_code),
      text: `${codeOf(one)} ${pairText(one)} ${one.base_asset}${one.quote_asset} ${one.exchange_pair_code} ${[one.exchange_code, one.base_asset, one.quote_asset].map(code => nameOf.get(code) ?? '').join(' ')} ${alsoCalled(one)}`,
    })),
    ...assets.data.map(one => ({
      title: one.code.toUpperCase(),
      note: one.name,
      kind: 'Asset',
      text: `${one.code} ${one.name} ${assetAlsoCalled(one.code)}`,
      to:
        one.asset_class === 'fiat'
          ? { view: 'families', family: 'fx', base: one.code }
          : { view: 'families', family: 'supply', asset: one.code },
    })),
    ...pools.data.map(one => ({
      title: one.name,
      note: one.protocol,
      kind: one.type === 'vault' ? 'Lending' : 'Pool',
      text: `${one.protocol} ${one.name} ${one.blockchain} ${one.address}`,
      to:
        one.type === 'vault'
          ? { view: 'families', family: 'lending', protocol: one.protocol, blockchain: one.blockchain }
          : { view: 'families', family: 'pool', pool_address: one.address },
    })),
    ...protocols.data.map(code => ({
      title: code,
      note: 'value locked',
      kind: 'Protocol',
      text: `${code} protocol`,
      to: { view: 'families', family: 'tvl', protocol: code },
    })),
  ]
}

/** Those whose words begin as asked come before those that only contain it. */
function matching(entries, text) {
  const words = text
    .toLowerCase()
    .split(/[\s/_:]+/)
    .filter(Boolean)
  const containing = entries.filter(entry => words.every(word => entry.text.toLowerCase().includes(word)))
  const begins = ({ text: own }) => {
    const parts = own.toLowerCase().split(/[\s/-]+/)
    return words.every(word => parts.some(part => part.startsWith(word)))
  }
  const first = new Set(containing.filter(begins))
  return [...first, ...containing.filter(entry => !first.has(entry))]
}

/** Instruments that are called so, the most traded first; undefined while they are being loaded. */
export function useInstruments(text, exchanges) {
  const { answers } = useAnswers(text === '' ? [] : everything)
  return useMemo(
    () =>
      answers?.length && exchanges
        ? matching(entriesOf(answers, exchanges), text).filter(({ code }) => code)
        : undefined,
    [text, answers, exchanges],
  )
}

/** Rows in the order in which the arrow keys reach them. */
function rowsFor(text, { all, first, exchanges, instrument }) {
  const topics = topicsFor(text).map(({ title, view, family }) => ({
    title,
    note: '',
    kind: 'View',
    to: { view, family },
  }))
  const entries = entriesOf(all ?? [first ?? none], exchanges)
  if (text !== '') return { rows: [...topics, ...matching(entries, text)], searched: entries.length }
  const byCode = new Map(entries.map(entry => [entry.code, entry]))
  const codes = [instrument, ...recent().filter(code => code !== instrument)].filter(Boolean).slice(0, mostRecent)
  const before = codes.map(code => byCode.get(code) ?? ofCode(code, exchanges))
  const others = entries.filter(({ code }) => !before.some(one => one.code === code))
  return { rows: [...before, ...others], recents: before.length }
}

function ofCode(code, exchanges) {
  const one = instrumentOf(code)
  return { ...entryOf(one, exchangeName(exchanges, one.exchange_code)), code }
}

/**
 * Finds instruments, assets, pools, protocols and views by name, code and common words: with arrows and Enter.
 * @param first response to the call `mostTraded` @param exchanges response with their names
 */
export function Search({ text = '', instrument, first, exchanges }) {
  const { answers, error, again } = useAnswers(text === '' ? [] : everything)
  const all = text !== '' && answers?.length ? answers : undefined
  const { rows, recents, searched } = useMemo(
    () => rowsFor(text, { all, first, exchanges, instrument }),
    [text, all, first, exchanges, instrument],
  )
  const [marked, setMarked] = useState(-1)
  const list = useRef()
  const visible = rows.slice(0, text === '' ? shown + mostRecent : shown)
  const choose = row => {
    document.activeElement?.blur()
    setMarked(-1)
    const { view, ...to } = row.to
    go(view === 'market' ? { view, ...to, q: undefined } : { view, ...to, q: undefined, at: undefined, end: undefined })
  }
  const mark = index => {
    const next = Math.max(0, Math.min(visible.length - 1, index))
    setMarked(next)
    list.current?.querySelector(`[data-row="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const keys = {
    ArrowDown: () => mark(marked + 1),
    ArrowUp: () => mark(marked - 1),
    Enter: () => visible.length > 0 && choose(visible[Math.max(0, marked)]),
    Escape: () => go({ q: undefined }, { replace: true }),
  }
  const onInput = event => {
    setMarked(0)
    go({ q: event.currentTarget.value }, { replace: true })
  }
  const part = n => {
    if (text !== '' || visible.length === 0) return null
    if (n === 0 && recents > 0) return html`<li class="part" role="presentation">Recent</li>`
    return n === recents ? html`<li class="part" role="presentation">Most traded</li>` : null
  }
  return html`<section class="card find" aria-label="Search">
    <input type="search" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list" aria-activedescendant=${marked >= 0 ? `found-${marked}` : undefined}
      aria-label="Find an instrument, asset, pool or protocol" value=${text} placeholder="Search: bitcoin kraken" onInput=${onInput} onKeyDown=${onKeys(keys)} />
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${!first && html`<${Waiting} />`}
    <ul class="results" id="found" role="listbox" aria-label="Found" ref=${list} tabindex="-1">
      ${visible.map(
        (
          row,
          n,
        ) => html`${part(n)}<li role="option" id=${`found-${n}`} data-row=${n} aria-selected=${n === marked} class=${row.code !== undefined && row.code === instrument ? 'current' : ''}
          data-to=${linkTo(row.to, {})} onMouseDown=${event => event.preventDefault()} onClick=${() => choose(row)}>
          <span><b>${row.title}</b> <small class="quiet">${row.kind}</small></span> <small class="quiet">${row.note}</small></li>`,
      )}
    </ul>
    <p class="quiet status" role="status">${first ? statusOf(rows.length, all && searched, text) : ''}</p>
  </section>`
}

function statusOf(found, searched, text) {
  if (text === '') return ''
  if (!searched) return 'searching …'
  return found === 0
    ? `nothing is called ${text}`
    : `${short(found)} of ${short(searched)}${found > shown ? `, the first ${shown} shown` : ''}`
}
