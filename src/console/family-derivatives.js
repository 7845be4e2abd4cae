import { query } from './api.js'
import { seconds } from './chart.js'
import { plain, short, timeText } from './format.js'
import { Chain } from './option-chain.js'
import { pulse } from './pulse.js'

const now = () => pulse()?.now ?? Date.now()
const number = pick => row => (row[pick] === null || row[pick] === undefined ? undefined : Number(row[pick]))
const contracts = kind => `v1/instruments?class=${kind}&orderBy=trade_count&order=-1&limit=200`
const contract = kind => ({
  label: 'Contract',
  list: contracts(kind),
  options: answer =>
    answer.data.filter(one => one.trade_end_timestamp === null).map(one => `${one.exchange_code}/${one.code}`),
  only: true,
})
const of = (kind, code) => {
  const [exchange, instrument] = code.split('/')
  return { exchange, instrument_class: kind, instrument }
}

/** Shown where the server has the operation that they need. */
export const derivatives = {
  chain: {
    title: 'Option chain',
    about: 'Calls and puts by strike at an expiry, with the smile of their volatility.',
    needs: '/derivatives.',
    fields: {
      base: { label: 'Base', value: 'btc', options: ['btc', 'eth'], only: true },
      exchange: { label: 'Exchange', value: 'drbt', options: ['drbt', 'okex'], only: true },
    },
    paths: ({ base, exchange }) => {
      const hour = new Date(Math.floor(now() / 36e5) * 36e5).toISOString()
      const listed = { start_time: hour, end_time: hour, page_size: 1000 }
      return [
        query('v2/data/derivatives.v2/reference', {
          exchange,
          instrument_class: 'option',
          base_assets: base,
          ...listed,
        }),
      ]
    },
    Own: Chain,
  },
  funding: {
    title: 'Funding and open interest',
    about: 'What perpetual futures pay each other, and how much is open.',
    needs: '/derivatives.',
    fields: {
      contract: contract('perpetual-future'),
      interval: { label: 'Interval', value: '1h', options: ['1m', '1h', '4h', '1d'], only: true },
    },
    paths: ({ contract: code, interval }) => [
      query('v2/data/derivatives.v2/risk', { ...of('perpetual-future', code), interval, page_size: 240 }),
    ],
    time: row => seconds(row.timestamp),
    series: [
      {
        kind: 'line',
        title: 'Funding rate',
        unit: 'percent',
        value: row => (row.funding_rate === null ? undefined : Number(row.funding_rate) * 100),
      },
      { kind: 'area', title: 'Open interest', unit: 'amount', pane: 1, tone: 'second', value: number('open_interest') },
    ],
    columns: [
      ['Time', row => timeText(row.timestamp, false)],
      ['Funding rate', row => (row.funding_rate === null ? '–' : `${plain(Number(row.funding_rate) * 100)} %`), true],
      ['Open interest', row => (row.open_interest === null ? '–' : plain(Number(row.open_interest))), true],
      ['24 h volume', row => (row['24h_volume'] === null ? '–' : short(Number(row['24h_volume']))), true],
    ],
  },
  index: {
    title: 'Reference rate',
    about: 'An index of an asset: its price, its members and what each contributes.',
    needs: '/digital_asset_rates_price/',
    fields: {
      ticker: {
        label: 'Index',
        list: 'v2/data/index_reference_data.v1/rates',
        options: answer => answer.data.map(one => [one.ticker, one.short_name ?? one.ticker]),
        only: true,
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
    series: [{ kind: 'line', title: 'Price', value: row => row.price }],
    columns: [
      ['End of interval', row => timeText(Date.parse(row.interval_end))],
      ['Price', row => plain(row.price), true],
      ['Partitions', row => row.detail?.length ?? '', true],
      ['From', row => [...new Set((row.detail ?? []).map(one => one.underlying_trade.exchange))].join(' ')],
    ],
    more: ([, { data }]) => ({
      title: 'Members',
      rows: data,
      columns: [
        ['From', row => row.start_period.slice(0, 10)],
        ['To', row => row.end_period?.slice(0, 10) ?? 'now'],
        ['Exchanges', row => row.exchanges.join(' ')],
      ],
    }),
  },
  volatility: {
    title: 'Realised volatility',
    about: 'How much a price moved, per year.',
    needs: '/realized_volatility',
    fields: {
      code: {
        label: 'Pair, window and returns',
        value: 'btc-usd:1d_10m',
        options: ['btc-usd:1d_10m', 'btc-usd:7d_1h', 'eth-usd:1d_10m', 'eth-usd:30d_1h'],
      },
    },
    paths: ({ code }) => {
      const minute = Math.floor(now() / 6e4) * 6e4
      const range = { start_time: new Date(minute - 2 * 864e5).toISOString(), end_time: new Date(minute).toISOString() }
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
