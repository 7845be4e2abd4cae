import { query, segments } from '../base/api.js'
import { seconds } from '../base/chart.js'
import { dashed, plain, short, timeText } from '../base/format.js'
import { daysAgo, clockNow as now } from '../base/pulse.js'
import { area, bars, intervalOf, line } from './family-parts.js'
import { Chain } from './option-chain.js'
import { Surface } from './volatility-surface.js'

const contracts = kind => `v1/instruments?class=${kind}&orderBy=trade_count&order=-1&limit=200`
const contract = kind => ({
  label: 'Contract',
  list: contracts(kind),
  options: answer =>
    answer.data.filter(one => one.trade_end_timestamp === null).map(one => `${one.exchange_code}/${one.code}`),
})
const of = (kind, code) => {
  const [exchange, instrument] = code.split('/')
  return { exchange, instrument_class: kind, instrument }
}

const fundingOf = ({ funding_rate: rate }) => (rate === null ? undefined : Number(rate) * 100)

/** Premium of the mark price over the index price, in percent. */
function basisOf({ mark_price: mark, index_price: index }) {
  return mark === null || index === null ? undefined : (Number(mark) / Number(index) - 1) * 100
}

function closedByExchange(rows) {
  const sums = new Map()
  for (const one of rows.flatMap(({ exchanges }) => exchanges)) {
    const { long = 0, short = 0, trades = 0 } = sums.get(one.exchange) ?? {}
    const more = { long: long + one.long_amount, short: short + one.short_amount, trades: trades + one.total_trades }
    sums.set(one.exchange, more)
  }
  return [...sums].toSorted(([, a], [, b]) => b.long + b.short - a.long - a.short)
}

/** How often the median trade of a partition came from each member. */
function sharesOf(values, members) {
  const counts = new Map(members.map(code => [code, 0]))
  for (const { underlying_trade: trade } of values.flatMap(({ detail }) => detail ?? []))
    counts.set(trade.exchange, (counts.get(trade.exchange) ?? 0) + 1)
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0) || 1
  return [...counts].map(([code, count]) => [code, count, count / all]).toSorted(([, a], [, b]) => b - a)
}

/** Shown where the server has the operation that they need. */
export const derivatives = {
  chain: {
    title: 'Option chain',
    about: 'Calls and puts with the smile',
    needs: '/derivatives.',
    fields: {
      base: { label: 'Base', value: 'btc', options: ['btc', 'eth'] },
      exchange: { label: 'Exchange', value: 'drbt', options: ['drbt', 'okex'] },
    },
    paths: ({ base, exchange }) => {
      const hour = new Date(Math.floor(now() / 36e5) * 36e5).toISOString()
      const options = { exchange, instrument_class: 'option', base_assets: base }
      return [
        query('v2/data/derivatives.v2/reference', { ...options, start_time: hour, end_time: hour, page_size: 1000 }),
      ]
    },
    Own: Chain,
  },
  funding: {
    title: 'Funding rates',
    about: 'Funding and open interest',
    needs: '/derivatives.',
    fields: {
      contract: contract('perpetual-future'),
      interval: intervalOf('1h', ['1m', '1h', '4h', '1d']),
    },
    paths: ({ contract: code, interval }) => [
      query('v2/data/derivatives.v2/risk', { ...of('perpetual-future', code), interval, page_size: 240 }),
    ],
    time: row => seconds(row.timestamp),
    series: [
      bars('Funding rate, 8 h', fundingOf, { unit: 'percent', tone: 'accent' }),
      area('Open interest', row => row.open_interest, { unit: 'amount', pane: 1, tone: 'second' }),
    ],
    columns: [
      ['Time', row => timeText(row.timestamp, false)],
      ['Funding rate', row => dashed(row.funding_rate, rate => `${plain(rate * 100)} %`), true],
      ['Open interest', row => dashed(row.open_interest), true],
      ['24 h volume', row => dashed(row['24h_volume'], short), true],
    ],
  },
  basis: {
    title: 'Futures basis',
    about: 'Mark price over index price',
    needs: '/derivatives.',
    fields: {
      contract: contract('future'),
      interval: intervalOf('1h', ['1m', '1h', '1d']),
    },
    paths: ({ contract: code, interval }) => [
      query('v2/data/derivatives.v2/price', { ...of('future', code), interval, page_size: 120 }),
    ],
    time: row => seconds(row.timestamp),
    series: [
      line('Mark', row => row.mark_price),
      line('Index', row => row.index_price, { tone: 'warn' }),
      area('Basis', basisOf, { unit: 'percent', pane: 1, tone: 'second' }),
    ],
    columns: [
      ['Time', row => timeText(row.timestamp, false)],
      ['Mark', row => dashed(row.mark_price), true],
      ['Index', row => dashed(row.index_price), true],
      ['Basis', row => dashed(basisOf(row), basis => `${basis.toFixed(3)} %`), true],
      ['Last price', row => dashed(row.price), true],
    ],
  },
  surface: {
    title: 'Volatility surface',
    about: 'Implied volatility by delta',
    needs: '/implied_volatility_surface',
    fields: { base: { label: 'Base', value: 'btc', options: ['btc', 'eth'] } },
    paths: ({ base }) => [
      query('v2/data/analytics.v2/implied_volatility_surface', {
        base,
        quote: 'usd',
        value_time: new Date(Math.floor(now() / 6e4) * 6e4).toISOString(),
        tte_min: 0.01,
        tte_max: 0.51,
        tte_step: 0.1,
      }),
    ],
    Own: Surface,
  },
  liquidations: {
    title: 'Liquidations',
    about: 'Longs and shorts closed by force',
    needs: '/liquidation.:data_version/token/',
    fields: {
      asset: { label: 'Asset', value: 'btc', options: ['btc', 'eth', 'sol', 'xrp'], typed: true },
      interval: intervalOf('1h', ['1h', '4h', '1d']),
    },
    paths: ({ asset, interval }) => [
      query(`v2/data/liquidation.v1/token/${segments(asset)}`, { interval, page_size: interval === '1d' ? 30 : 72 }),
    ],
    time: row => seconds(row.interval_timestamp),
    series: [
      bars('Shorts', row => row.short_amount, { unit: 'size', tone: 'up' }),
      bars('Longs', row => -row.long_amount, { unit: 'size', tone: 'down' }),
    ],
    columns: [
      ['Time', row => timeText(row.interval_timestamp, false)],
      ['Longs USD', row => short(row.long_amount), true],
      ['Shorts USD', row => short(row.short_amount), true],
      ['Trades', row => row.total_trades, true],
    ],
    more: ([{ data }]) => ({
      title: 'By exchange, over the whole chart',
      rows: closedByExchange(data),
      columns: [
        ['Exchange', ([code]) => code],
        ['Longs USD', ([, sum]) => short(sum.long), true],
        ['Shorts USD', ([, sum]) => short(sum.short), true],
        ['Trades', ([, sum]) => sum.trades, true],
      ],
    }),
  },
  index: {
    title: 'Index rate',
    about: 'Values and members of an index',
    needs: '/digital_asset_rates_price/',
    fields: {
      ticker: {
        label: 'Index',
        list: 'v2/data/index_reference_data.v1/rates',
        options: answer => answer.data.map(one => [one.ticker, one.short_name ?? one.ticker]),
      },
    },
    paths: ({ ticker }) => [
      query(`v2/data/index.v1/digital_asset_rates_price/${encodeURIComponent(ticker)}`, {
        parameters: true,
        detail: true,
        page_size: 500,
      }),
      query('v2/data/index.v1/digital_asset_rates_compo', { index_code: ticker }),
    ],
    time: row => seconds(Date.parse(row.interval_end)),
    series: [line('Price', row => row.price)],
    columns: [
      ['End of interval', row => timeText(Date.parse(row.interval_end))],
      ['Price', row => plain(row.price), true],
      ['Partitions', row => row.detail?.length ?? '', true],
      ['From', row => [...new Set((row.detail ?? []).map(one => one.underlying_trade.exchange))].join(' ')],
    ],
    more: ([{ data: values }, { data }]) => [
      {
        title: 'Share of the median trades, over the whole chart',
        rows: sharesOf(values, data[0]?.exchanges ?? []),
        columns: [
          ['Member', ([code]) => code],
          ['Trades', ([, count]) => count, true],
          ['Share', ([, , share]) => `${(100 * share).toFixed(1)} %`, true],
        ],
      },
      {
        title: 'Members by quarter',
        rows: data,
        columns: [
          ['From', row => row.start_period.slice(0, 10)],
          ['To', row => row.end_period?.slice(0, 10) ?? 'now'],
          ['Exchanges', row => row.exchanges.join(' ')],
        ],
      },
    ],
  },
  volatility: {
    title: 'Realised volatility',
    about: 'Annualised volatility of a pair',
    needs: '/realized_volatility',
    fields: {
      code: {
        label: 'Pair, window and returns',
        value: 'btc-usd:1d_10m',
        options: ['btc-usd:1d_10m', 'btc-usd:7d_1h', 'eth-usd:1d_10m', 'eth-usd:30d_1h'],
        typed: true,
      },
    },
    paths: ({ code }) => {
      const minute = Math.floor(now() / 6e4) * 6e4
      const range = { start_time: daysAgo(2), end_time: new Date(minute).toISOString() }
      return [query('v2/data/analytics.v2/realized_volatility', { parameters_code: code, ...range })]
    },
    series: ([answer], { code }) => [
      {
        kind: 'area',
        title: 'Volatility per year',
        unit: 'percent',
        data: (answer.data[code]?.realized_volatilities ?? []).map(one => ({
          time: seconds(Date.parse(one.datetime)),
          value: one.value * 100,
        })),
      },
    ],
  },
}
