import { ask, query, segments, useAnswers } from './api.js'
import { follow, go, linkTo } from './location.js'
import { Asked, Choice, Trouble, Waiting } from './parts.js'
import { html, useEffect, useState } from './preact.js'

const day = 864e5

/** Tables in the heat map: the call that reports an instrument's day, and the weight of its record. */
const tables = {
  trades: {
    path: (one, size) =>
      query(`v2/data/trades.v1/exchanges/${segments(one)}/aggregations/count_ohlcv_vwap`, {
        interval: '1d',
        page_size: size,
      }),
    time: record => record.timestamp,
    value: record => record.count,
    unit: 'trades',
  },
  'order books': {
    path: (one, size) =>
      query(`v2/data/order_book_snapshots.v1/exchanges/${segments(one)}/ob_aggregations/depth`, {
        interval: '1d',
        page_size: Math.min(size, 100),
      }),
    time: record => record.poll_timestamp,
    value: record => (record.bid_volume1 === null ? 0 : Number(record.bid_volume1) + Number(record.ask_volume1)),
    unit: 'within 1 % of the best price',
  },
}

const [rows, columns] = [40, 120]

export function Coverage({ table: asked, from = '0' }) {
  const table = Object.hasOwn(tables, asked) ? asked : 'trades'
  const start = Number(from)
  const paths = ['v1/instruments?orderBy=trade_count&order=-1']
  const { answers, error } = useAnswers(paths)
  const some = answers?.[0].data.slice(start, start + rows).map(one => `${one.exchange_code}/${one.class}/${one.code}`)
  return html`<section class="card" aria-label="Coverage">
    <h2>Coverage: instrument × day</h2>
    <div class="row">
      <${Choice} label="Table" value=${table} options=${Object.keys(tables)} onChange=${value => go({ table: value })} />
      <button type="button" disabled=${start === 0} onClick=${() => go({ from: String(Math.max(0, start - rows)) })}>More traded</button>
      <button type="button" disabled=${!answers || start + rows >= answers[0].data.length} onClick=${() => go({ from: String(start + rows) })}>Less traded</button>
      ${answers && html`<span class="quiet">instruments ${start + 1} to ${Math.min(start + rows, answers[0].data.length)} of ${answers[0].data.length}</span>`}
    </div>
    ${error && html`<${Trouble} error=${error} />`}
    ${some ? html`<${HeatMap} key=${table + from} instruments=${some} table=${tables[table]} />` : !error && html`<${Waiting} />`}
  </section>`
}

/** Shows each row when its call is answered. */
function HeatMap({ instruments, table }) {
  const [found, setFound] = useState(new Map())
  const [error, setError] = useState()
  const paths = instruments.map(one => table.path(one, columns))
  useEffect(() => {
    const abort = new AbortController()
    const each = async () => {
      for (const [n, path] of paths.entries()) {
        const answer = await ask(path, abort)
        setFound(known => new Map(known).set(instruments[n], answer))
      }
    }
    each().catch(trouble => abort.signal.aborted || setError(trouble))
    return () => abort.abort()
  }, [])
  const days = daysOf(found, table)
  return html`<div>
    ${error && html`<${Trouble} error=${error} />`}
    <div class="scroll" tabindex="0" role="region" aria-label="Heat map">
      <table><caption class="visually-hidden">Amount by instrument and day; darker is more</caption>
        <tbody>${instruments.map(
          one => html`<tr>
            <th scope="row"><a href=${linkTo({ view: 'market', instrument: one, interval: '1h' }, {})} onClick=${follow}>${one}</a></th>
            <td class="days"><${Days} answer=${found.get(one)} days=${days} table=${table} name=${one} /></td>
          </tr>`,
        )}</tbody>
      </table>
    </div>
    <p class="quiet" role="status">${found.size} of ${instruments.length} instruments read${days.length > 0 ? `; ${iso(days[0])} to ${iso(days.at(-1))}` : ''}</p>
    <${Asked} paths=${paths} answers=${paths.map((_, n) => found.get(instruments[n]))} />
  </div>`
}

const iso = time => new Date(time).toISOString().slice(0, 10)

function daysOf(found, { time }) {
  const times = [...found.values()].flatMap(({ data }) => data.map(time))
  if (times.length === 0) return []
  const [first, last] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))]
  return Array.from({ length: (last - first) / day + 1 }, (_, n) => first + n * day)
}

function Days({ answer, days, table, name }) {
  if (!answer) return html`<span class="quiet">…</span>`
  const byDay = new Map(answer.data.map(record => [table.time(record), table.value(record)]))
  const most = Math.max(...byDay.values(), 1)
  const strength = value => (value > 0 ? 0.15 + 0.85 * Math.sqrt(value / most) : 0)
  const covered = days.filter(time => (byDay.get(time) ?? 0) > 0).length
  return html`<svg class="picture" viewBox=${`0 0 ${Math.max(days.length, 1) * 8} 14`} preserveAspectRatio="none" role="img" aria-label=${`${name}: ${covered} of ${days.length} days`}>
    ${days.map(
      (
        time,
        n,
      ) => html`<rect x=${n * 8} y="0" width="7" height="14" fill="var(--heat)" fill-opacity=${strength(byDay.get(time) ?? 0)} stroke="var(--line)" vector-effect="non-scaling-stroke">
      <title>${`${name} ${iso(time)}: ${byDay.get(time) ?? 0} ${table.unit}`}</title></rect>`,
    )}
  </svg>`
}
