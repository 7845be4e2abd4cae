import { query, segments, useAnswers } from './api.js'
import { Chart, seconds } from './chart.js'
import { follow, go, linkTo } from './location.js'
import { Asked, plain, short, Table, Trouble, timeText, Waiting } from './parts.js'
import { html, useMemo } from './preact.js'

const inSeconds = row => row.timestamp
const ofIso = field => row => seconds(Date.parse(row[field]))
const line = (title, value, tone) => ({ kind: 'line', title, value, tone })
const area = (title, value) => ({ kind: 'area', title, value })

/**
 * The chart of each family: choices, call, and how its records are drawn or listed. `time` returns seconds, `series`
 * numbers; a record without a number is a gap.
 */
const families = {
  pool: {
    title: 'Liquidity pool',
    fields: { pool_address: '' },
    first: [
      'v1/instruments?exchange_code=usp3&with_list_pools=true&orderBy=trade_count&order=-1&limit=1',
      instruments => instruments.data[0]?.list_pools[0]?.address,
    ],
    options: [
      'v1/pools',
      pools =>
        pools.data
          .filter(({ type }) => type !== 'vault')
          .map(one => [one.address, `${one.protocol} ${one.name} (${one.blockchain})`]),
    ],
    path: ({ pool_address }) => query('v2/data/liquidity.v1/snapshots', { pool_address, live: true, page_size: 1000 }),
    time: row => row.datetime,
    series: [area('Price', row => row.price)],
    columns: [
      ['Time', row => timeText(row.datetime * 1000)],
      ['Block', row => row.block_number, true],
      ['Price', row => row.price, true],
      ['Amounts', row => row.amounts.map(({ symbol, amount }) => `${plain.format(amount)} ${symbol}`).join(' · ')],
    ],
    more: ({ pool_address }) => query('v2/data/liquidity.v1/events', { pool_address, live: true, page_size: 50 }),
    moreColumns: [
      ['Mint or burn', row => row.type],
      ['Time', row => timeText(row.datetime * 1000)],
      ['By', row => row.user_address],
      ['Amounts', row => row.amounts.map(({ symbol, amount }) => `${plain.format(amount)} ${symbol}`).join(' · ')],
    ],
  },
  tvl: {
    title: 'Total value locked',
    fields: { protocol: 'usp3' },
    options: ['v1/pools-protocols', answer => answer.data.map(code => [code, code])],
    path: ({ protocol }) => query('v2/data/tvl', { protocol, page_size: 1000 }),
    time: inSeconds,
    series: [area('USD', row => row.tvl)],
    columns: [
      ['Day', row => timeText(row.timestamp * 1000)],
      ['USD', row => plain.format(row.tvl), true],
    ],
  },
  lending: {
    title: 'Lending rates',
    fields: { protocol: 'aav3', blockchain: 'ethereum', asset: 'usdc' },
    path: fields => query('v2/data/lending.v1/snapshots', { ...fields, interval: '1h', live: true, page_size: 1000 }),
    time: row => row.datetime,
    series: [line('Borrow %', row => row.variable_borrow_rate * 100), line('Supply %', row => row.supply_rate * 100)],
    columns: [
      ['Time', row => timeText(row.datetime * 1000)],
      ['Asset', row => row.asset_symbol],
      ['Liquidity', row => plain.format(row.total_liquidity), true],
      ['Borrowed', row => plain.format(row.total_borrowed), true],
      ['Supply %', row => plain.format(row.supply_rate * 100), true],
      ['Borrow %', row => plain.format(row.variable_borrow_rate * 100), true],
    ],
  },
  staking: {
    title: 'Staking rate',
    fields: { protocol: 'eth', methodology: 'total' },
    path: ({ protocol, methodology }) =>
      query(`v2/data/staking.v1/protocols/${segments(protocol)}`, { methodology, page_size: 1000 }),
    time: ofIso('date'),
    series: [area('APR %', row => row.apr)],
    columns: [
      ['Day', row => row.date],
      ['Methodology', row => row.methodology],
      ['APR %', row => row.apr, true],
      ['Validators', row => row.validators, true],
    ],
  },
  supply: {
    title: 'Supply and market cap',
    fields: { asset: 'btc', interval: '1d' },
    path: ({ asset, interval }) =>
      query(`v2/data/supply.v2/aggregated/${segments(asset)}`, { interval, sort: 'desc', page_size: 100 }),
    time: inSeconds,
    series: [area('Market cap', row => row.market_cap)],
    columns: [
      ['Time', row => timeText(row.timestamp * 1000)],
      ['Circulating', row => plain.format(row.circulating_supply), true],
      ['Total', row => plain.format(row.total_supply), true],
      ['Market cap USD', row => (row.market_cap === null ? '' : short.format(row.market_cap)), true],
    ],
    more: () => 'v2/data/supply.v2/top?count=25',
    moreColumns: [
      ['Rank', row => row.rank, true],
      ['Asset', row => row.asset],
      ['Market cap USD', row => short.format(row.market_cap), true],
    ],
  },
  fx: {
    title: 'FX rate',
    fields: { base: 'eur', quote: 'usd', interval: '1h' },
    path: fields => query('v2/data/analytics.v2/vendor_fx_rates', { ...fields, page_size: 1000 }),
    time: row => seconds(row.timestamp),
    series: [line('Rate', row => (row.fx_rate === null ? undefined : Number(row.fx_rate)))],
    columns: [
      ['End of interval', row => timeText(row.timestamp)],
      ['Rate', row => row.fx_rate, true],
    ],
  },
  rate: {
    title: 'Spot rate over all exchanges',
    fields: { base: 'btc', quote: 'usd', interval: '1h' },
    path: ({ base, quote, interval }) =>
      query(`v2/data/trades.v1/spot_exchange_rate/${segments(`${base}/${quote}`)}`, { interval, page_size: 1000 }),
    time: row => seconds(row.timestamp),
    series: [line('Rate', row => (row.price === null ? undefined : Number(row.price)))],
    columns: [
      ['Time', row => timeText(row.timestamp)],
      ['Rate', row => row.price ?? 'no trade', true],
    ],
  },
  state: {
    title: 'State price',
    fields: { asset: 'weth' },
    path: ({ asset }) => query(`v2/data/state_price.v1/aggregation/${segments(asset)}`, { page_size: 1000 }),
    time: ofIso('datetime'),
    series: [line('USD', row => (row.aggregated_price_usd === '' ? undefined : Number(row.aggregated_price_usd)))],
    columns: [
      ['Time', row => row.datetime],
      ['USD', row => row.aggregated_price_usd, true],
      ['Pools', row => row.pool_data.map(({ exchange }) => exchange).join(' '), false],
    ],
  },
  exchange: {
    title: 'Volume of an exchange',
    fields: { exchange: 'cbse', interval: '1h' },
    path: fields =>
      query('v2/data/analytics.v2/exchange_metrics', {
        ...fields,
        start_time: '2000-01-01',
        end_time: '2100-01-01',
        page_size: 100,
      }),
    time: ofIso('timestamp'),
    series: [{ kind: 'columns', title: 'USD', tone: 'accent', value: row => row.total_volume_usd }],
    columns: [
      ['Time', row => row.timestamp],
      ['Volume USD', row => short.format(row.total_volume_usd), true],
      ['Trades', row => row.total_trade_count, true],
      ['Largest asset', row => row.assets_volumes[0]?.asset_code ?? ''],
    ],
  },
  shortfall: {
    title: 'Expected shortfall',
    fields: { bases: 'btc,eth', quantities: '1,10', quote: 'usd', risk_level: '0.975' },
    path: fields =>
      query('v2/data/analytics.v2/expected_shortfall', { ...fields, start_time: '2000-01-01', end_time: '2100-01-01' }),
    time: row => seconds(row.es_time),
    series: [area('Expected loss', row => row.expected_shortfall.value ?? undefined)],
    columns: [
      ['Fixing', row => timeText(row.es_time)],
      ['Expected loss', row => plain.format(row.expected_shortfall.value), true],
    ],
  },
  bitcoin: {
    title: 'Bitcoin transactions',
    fields: {},
    path: () => 'v2/data/wallet.v1/transactions?page_size=100',
    time: row => Math.floor(row.timestamp / 1e9),
    series: [],
    columns: [
      ['Block', row => row.block_number, true],
      ['Time', row => timeText(row.timestamp / 1e6)],
      ['Hash', row => row.transaction_hash],
      ['Out BTC', row => plain.format(row.amount_out), true],
      ['Fee BTC', row => plain.format(row.fees), true],
      ['USD', row => short.format(row.amount_out_usd), true],
    ],
  },
}

/** Points with strictly rising times; of those that share a second, the last. */
function pointsOf(rows, time, value) {
  const points = new Map()
  for (const row of rows) points.set(time(row), value(row))
  return [...points]
    .sort(([a], [b]) => a - b)
    .map(([at, number]) => (number === undefined || number === null ? { time: at } : { time: at, value: number }))
}

function Picture({ family, fields }) {
  const { title, time, series, columns, more, moreColumns } = family
  const paths = [family.path(fields), ...(more ? [more(fields)] : [])]
  const { answers, error } = useAnswers(paths)
  const drawn = useMemo(
    () => answers && series.map(({ value, ...one }) => ({ ...one, data: pointsOf(answers[0].data, time, value) })),
    [answers],
  )
  if (error) return html`<${Trouble} error=${error} /><${Asked} paths=${paths} />`
  if (!answers) return html`<${Waiting} />`
  return html`<div>
    ${drawn.some(({ data }) => data.length > 0) && html`<${Chart} label=${title} series=${drawn} />`}
    <${Table} label=${title} columns=${columns} rows=${answers[0].data} empty="No records for this choice." />
    ${more && html`<h3>Related records</h3><${Table} label="Related records" columns=${moreColumns} rows=${answers[1].data} />`}
    <${Asked} paths=${paths} answers=${answers} />
  </div>`
}

export function Families({ family: asked, ...place }) {
  const name = Object.hasOwn(families, asked) ? asked : 'pool'
  const family = families[name]
  const lists = [...new Set([family.first?.[0], family.options?.[0]].filter(Boolean))]
  const { answers, error } = useAnswers(lists)
  const listed = path => answers?.[lists.indexOf(path)]
  const options = family.options && answers ? family.options[1](listed(family.options[0])) : []
  const first = answers && (family.first?.[1](listed(family.first[0])) ?? options[0]?.[0])
  const initial = family.first && { [Object.keys(family.fields)[0]]: first }
  const fields = Object.fromEntries(
    Object.entries({ ...family.fields, ...initial }).map(([field, value]) => [field, place[field] ?? value]),
  )
  const lacksValue = Object.values(fields).includes(undefined)
  return html`<section class="card" aria-label=${family.title}>
    <nav class="row" aria-label="Families">
      ${Object.entries(families).map(
        ([code, { title }]) =>
          html`<a href=${linkTo({ view: 'families', family: code }, {})} onClick=${follow} aria-current=${families[code] === family ? 'page' : undefined}>${title}</a>`,
      )}
    </nav>
    <h2>${family.title}</h2>
    ${error && html`<${Trouble} error=${error} />`}
    <div class="row">
      ${Object.entries(fields).map(
        ([field, value]) => html`<label>${field}
          <input type="text" value=${value} list=${options.length > 0 ? `options-${field}` : undefined}
            onChange=${event => go({ [field]: event.currentTarget.value.trim() })} />
        </label>`,
      )}
      ${options.length > 0 && html`<datalist id=${`options-${Object.keys(fields)[0]}`}>${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</datalist>`}
    </div>
    ${lists.length > 0 && !answers && !error ? html`<${Waiting} />` : lacksValue ? !error && html`<p class="quiet">This store has none.</p>` : html`<${Picture} key=${name} family=${family} fields=${fields} />`}
  </section>`
}
