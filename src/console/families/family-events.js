import { query } from '../base/api.js'
import { pointsOf, seconds } from '../base/chart.js'
import { plain, short, timeText } from '../base/format.js'
import { follow, linkTo } from '../base/location.js'
import { html } from '../preact.js'

const hour = 3600

/** Columns by hour of signed amounts `[seconds, amount]`: inflows are green, outflows red. */
function byHour(amounts) {
  const sums = new Map()
  for (const [time, amount] of amounts) {
    const start = time - (time % hour)
    sums.set(start, (sums.get(start) ?? 0) + amount)
  }
  return [...sums].sort(([a], [b]) => a - b).map(([time, value]) => ({ time, value, tone: value < 0 ? 'down' : 'up' }))
}

const flows = {
  supplied: { deposit: 1, withdraw: -1 },
  borrowed: { borrow: 1, repayment: -1, liquidation: -1 },
}

const flow = (rows, signs) =>
  byHour(rows.filter(({ type }) => type in signs).map(row => [row.datetime, signs[row.type] * row.amount]))

const column = (title, data, rest) => ({ kind: 'columns', title, tone: 'up', unit: 'amount', data, ...rest })

export const lendingMarket = {
  label: 'Market',
  value: 'aav3 ethereum usdc',
  list: 'v1/pools',
  options: answer =>
    answer.data
      // Symbols are the codes of assets in upper case; own data may have others.
      .filter(({ type, tokens }) => type === 'vault' && /^[\w.-]+$/.test(tokens[0].symbol))
      .map(one => `${one.protocol} ${one.blockchain} ${one.tokens[0].symbol.toLowerCase()}`),
}

export function lendingPath(name, market, parameters) {
  const [protocol, blockchain, asset] = market.split(' ')
  const subject = { protocol, blockchain, asset }
  return query(`v2/data/lending.v1/${name}`, { ...subject, ...parameters, live: true, page_size: 1000 })
}

export const lendingEvents = {
  title: 'Lending events',
  about: 'Deposits, loans and liquidations',
  fields: {
    market: lendingMarket,
    type: {
      label: 'Type',
      value: '',
      options: [['', 'all'], 'deposit', 'withdraw', 'borrow', 'repayment', 'liquidation'],
    },
  },
  paths: ({ market, type }) => [lendingPath('events', market, { type })],
  series: ([{ data }]) =>
    [
      column('Net deposits per hour', flow(data, flows.supplied)),
      column('Net borrowing per hour', flow(data, flows.borrowed), { pane: 1 }),
    ].filter(one => one.data.length > 0),
  columns: [
    ['Time', row => timeText(row.datetime * 1000)],
    ['Type', row => row.type],
    ['Amount', row => `${plain(row.amount)} ${row.asset_symbol.toUpperCase()}`, true],
    ['User', row => row.user_address, 'cut'],
    ['Transaction', row => row.transaction_hash, 'cut'],
    ['Block', row => row.block_number, true],
  ],
}

const sign = { in: 1, out: -1 }

export const audit = {
  title: 'Bitcoin audit',
  about: 'Inputs and outputs by address',
  fields: { address: { label: 'Address', value: '', hint: 'all addresses' } },
  paths: ({ address }) => [
    query('v2/data/wallet.v1/audit', { blockchain: 'bitcoin', user_address: address, page_size: 500 }),
  ],
  series: ([{ data }], { address }) => {
    const times = data.map(row => ({ ...row, time: seconds(row.timestamp / 1e6) }))
    const balances = pointsOf(times.toReversed().map(row => [row.time, row.balance_after]))
    const moved = times.filter(({ direction }) => direction === 'in').map(row => [row.time, row.amount])
    return address
      ? [{ kind: 'area', title: 'Balance BTC', data: balances }]
      : [column('BTC received per hour', byHour(moved))]
  },
  columns: [
    ['Time', row => timeText(row.timestamp / 1e6)],
    ['Block', row => row.block_number, true],
    [
      'Address',
      row =>
        html`<a href=${linkTo({ address: row.address })} onClick=${follow} title=${row.address}>${row.address}</a>`,
      'cut',
    ],
    [
      'Amount BTC',
      row =>
        html`<span class=${row.direction === 'in' ? 'up' : 'down'}>${plain(sign[row.direction] * row.amount)}</span>`,
      true,
    ],
    ['USD', row => short(row.amount_usd), true],
    ['Balance after', row => plain(row.balance_after), true],
    ['Transaction', row => row.transaction_hash, 'cut'],
  ],
}
