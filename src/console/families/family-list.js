import { query, segments } from '../base/api.js'
import { seconds } from '../base/chart.js'
import { dashed, plain, short, timeText } from '../base/format.js'
import { daysAgo } from '../base/pulse.js'
import { derivatives } from './family-derivatives.js'
import { audit, lendingEvents, lendingMarket, lendingPath } from './family-events.js'
import { area, bars, intervalOf, line } from './family-parts.js'
import { Chains, Curve, Distribution, Losses, Ranking, Ticks } from './family-pictures.js'

const iso = field => row => seconds(Date.parse(row[field]))
const lately = days => ({ start_time: daysAgo(days), end_time: daysAgo(-1) })

const codes = answer => answer.data.map(({ code, name }) => [code, name ?? code])
const asset = (value, label = 'Asset') => ({ label, value, list: 'v1/assets', options: codes, typed: true })
const exchange = { label: 'Exchange', value: 'cbse', list: 'v1/exchanges', options: codes }
const pools = kept => ({
  label: 'Pool',
  list: 'v1/pools',
  options: answer =>
    answer.data.filter(kept).map(one => [one.address, `${one.protocol} ${one.name} (${one.blockchain})`]),
  prefer: /^usp3 WETH\/USDC 0.05%/,
})
const amountsText = ({ amounts }) => amounts.map(({ symbol, amount }) => `${plain(amount)} ${symbol}`).join(' · ')

const defi = {
  pool: {
    title: 'Liquidity pool',
    about: 'Price, amounts, mints and burns',
    fields: { pool_address: pools(({ type }) => type !== 'vault') },
    paths: ({ pool_address }) => [
      query('v2/data/liquidity.v1/snapshots', { pool_address, live: true, page_size: 1000 }),
      query('v2/data/liquidity.v1/events', { pool_address, live: true, page_size: 50 }),
    ],
    time: row => row.datetime,
    series: [area('Price', row => row.price)],
    columns: [
      ['Time', row => timeText(row.datetime * 1000)],
      ['Block', row => row.block_number, true],
      ['Price', row => plain(row.price), true],
      ['Amounts', amountsText],
    ],
    more: ([, events]) => ({
      title: 'Mints and burns',
      rows: events.data,
      columns: [
        ['Type', row => row.type],
        ['Time', row => timeText(row.datetime * 1000)],
        ['Amounts', amountsText],
        ['By', row => row.user_address],
      ],
    }),
  },
  ticks: {
    title: 'Concentrated liquidity',
    about: 'Liquidity of a pool by price range',
    fields: { pool_address: pools(({ type, protocol }) => type === 'concentrated' && protocol === 'usp3') },
    paths: ({ pool_address }) => [
      query('v2/data/liquidity.v1/snapshots/usp3', { pool_address, live: true, page_size: 1 }),
    ],
    Own: Ticks,
  },
  lending: {
    title: 'Lending market',
    about: 'Rates over time and by utilisation',
    fields: { market: lendingMarket },
    paths: ({ market }) => [lendingPath('snapshots', market, { interval: '1h' })],
    Own: Curve,
    time: row => row.datetime,
    series: [
      line('Borrow', row => row.variable_borrow_rate * 100, { unit: 'percent', tone: 'down' }),
      line('Supply', row => row.supply_rate * 100, { unit: 'percent', tone: 'up' }),
    ],
    columns: [
      ['Time', row => timeText(row.datetime * 1000)],
      ['Liquidity', row => short(row.total_liquidity), true],
      ['Borrowed', row => short(row.total_borrowed), true],
      ['Utilisation', row => `${plain(Number(((100 * row.total_borrowed) / row.total_liquidity).toFixed(2)))} %`, true],
      ['Supply rate', row => `${(row.supply_rate * 100).toFixed(2)} %`, true],
      ['Borrow rate', row => `${(row.variable_borrow_rate * 100).toFixed(2)} %`, true],
    ],
  },
  events: lendingEvents,
  tvl: {
    title: 'Total value locked',
    about: 'Assets held by a protocol in USD',
    fields: {
      protocol: {
        label: 'Protocol',
        value: 'usp3',
        list: 'v1/pools-protocols',
        options: answer => answer.data,
      },
    },
    paths: ({ protocol }) => [query('v2/data/tvl', { protocol, page_size: 1000 })],
    time: row => row.timestamp,
    series: [area('USD', row => row.tvl, { unit: 'amount' })],
    columns: [
      ['Day', row => timeText(row.timestamp * 1000, false)],
      ['USD', row => plain(row.tvl), true],
    ],
  },
  state: {
    title: 'State price',
    about: 'Token price from its pools',
    fields: { asset: asset('weth') },
    paths: ({ asset: of }) => [query(`v2/data/state_price.v1/aggregation/${segments(of)}`, { page_size: 1000 })],
    time: iso('datetime'),
    series: [line('USD', row => row.aggregated_price_usd)],
    columns: [
      ['Time', row => timeText(Date.parse(row.datetime))],
      ['USD', row => dashed(row.aggregated_price_usd), true],
      ['Pools', row => row.pool_data.map(({ exchange: code }) => code).join(' ')],
    ],
  },
}

const bitcoin = {
  bitcoin: {
    title: 'Bitcoin transactions',
    about: 'Latest transactions, with fees',
    fields: {},
    paths: () => ['v2/data/wallet.v1/transactions?page_size=200'],
    columns: [
      ['Block', row => row.block_number, true],
      ['Time', row => timeText(row.timestamp / 1e6)],
      ['Hash', row => row.transaction_hash, 'cut'],
      ['Out BTC', row => plain(row.amount_out), true],
      ['Fee BTC', row => plain(row.fees), true],
      ['USD', row => short(row.amount_out_usd), true],
    ],
  },
  audit,
}

const supplies = {
  supply: {
    title: 'Supply and market cap',
    about: 'Supply and market cap over time',
    fields: { asset: asset('btc'), interval: intervalOf('1d', ['5m', '1h', '1d', '7d', '30d']) },
    paths: ({ asset: of, interval }) => [
      query(`v2/data/supply.v2/aggregated/${segments(of)}`, { interval, sort: 'desc', page_size: 100 }),
    ],
    time: row => row.timestamp,
    series: [
      area('Market cap', row => row.market_cap, { unit: 'amount' }),
      line('Circulating', row => row.circulating_supply, { unit: 'amount', pane: 1, tone: 'second' }),
    ],
    columns: [
      ['Time', row => timeText(row.timestamp * 1000, false)],
      ['Circulating', row => plain(row.circulating_supply), true],
      ['Total', row => plain(row.total_supply), true],
      ['Market cap USD', row => dashed(row.market_cap, short), true],
    ],
  },
  chains: {
    title: 'Supply by chain',
    about: 'Supply of a token on each chain',
    fields: { asset: asset('usdt') },
    paths: ({ asset: of }) => [
      query(`v2/data/supply.v2/assets/${segments(of)}`, { sources: true, start_time: daysAgo(1), page_size: 30 }),
    ],
    Own: Chains,
    columns: [
      ['Time', row => timeText(row.timestamp * 1000)],
      ['Circulating', row => plain(row.circulating_supply), true],
      [
        'By chain',
        row =>
          (row.sources ?? [])
            .map(({ chain, circulating_supply: amount }) => `${chain} ${short(Number(amount))}`)
            .join(' · '),
      ],
    ],
  },
  ranking: {
    title: 'Ranking by market cap',
    about: 'Largest assets, with 30-day trends',
    fields: { count: { label: 'Assets', value: '25', options: ['10', '25', '50'] } },
    paths: ({ count }) => [query('v2/data/supply.v2/top', { count })],
    Own: Ranking,
  },
  staking: {
    title: 'Staking rate',
    about: 'APR and validators per day',
    fields: {
      protocol: {
        label: 'Protocol',
        value: 'eth',
        list: 'v2/data/staking.v1/protocols',
        options: answer => answer.data.map(one => one.protocol),
        sets: { methodology: undefined },
      },
      methodology: {
        label: 'Methodology',
        list: 'v2/data/staking.v1/protocols',
        options: (answer, { protocol = 'eth' }) =>
          answer.data.find(one => one.protocol === protocol)?.methodologies.toReversed() ?? ['total'],
      },
    },
    paths: ({ protocol, methodology }) => [
      query(`v2/data/staking.v1/protocols/${segments(protocol)}`, { methodology, page_size: 1000 }),
    ],
    time: iso('date'),
    series: [
      area('APR', row => row.apr, { unit: 'percent' }),
      line('Validators', row => row.validators, { unit: 'amount', pane: 1, tone: 'second' }),
    ],
    columns: [
      ['Day', row => row.date],
      ['APR', row => dashed(row.apr, apr => `${plain(apr)} %`), true],
      ['Validators', row => dashed(row.validators), true],
    ],
  },
}

const pair = base => ({
  base: asset(base, 'Base'),
  quote: asset('usd', 'Quote'),
  interval: intervalOf('1h', ['1m', '5m', '1h', '1d']),
})

const rates = {
  fx: {
    title: 'FX rate',
    about: 'Price of one currency in another',
    fields: pair('eur'),
    paths: fields => [query('v2/data/analytics.v2/vendor_fx_rates', { ...fields, page_size: 1000 })],
    time: row => seconds(row.timestamp),
    series: [line('Rate', row => row.fx_rate)],
    columns: [
      ['End of interval', row => timeText(row.timestamp)],
      ['Rate', row => dashed(row.fx_rate), true],
    ],
  },
  rate: {
    title: 'Spot rate',
    about: 'Price of a pair over all exchanges',
    fields: pair('btc'),
    paths: ({ base, quote, interval }) => [
      query(`v2/data/trades.v1/spot_exchange_rate/${segments(`${base}/${quote}`)}`, { interval, page_size: 1000 }),
    ],
    time: row => seconds(row.timestamp),
    series: [line('Rate', row => row.price)],
    columns: [
      ['Time', row => timeText(row.timestamp)],
      ['Rate', row => (row.price === null ? 'no trade' : plain(row.price)), true],
    ],
  },
  valuation: {
    title: 'Basket valuation',
    about: 'Weighted basket from 100',
    needs: '/valuation',
    fields: {
      bases: { label: 'Assets', value: 'btc,eth' },
      weights: { label: 'Weights', value: '0.6,0.4' },
      quote: { label: 'Quote', value: 'usd' },
      semi_length_window: { label: 'Half window', value: '1h', options: ['5m', '1h', '4h'], typed: true },
    },
    paths: fields => [
      query('v2/data/trades.v1/valuation', {
        ...fields,
        percentages: 1,
        interval: '1d',
        sources: true,
        // A page has the fixings of seven days, the oldest first.
        ...lately(6),
      }),
    ],
    time: row => seconds(row.timestamp),
    series: (_, { bases }) => [
      line('Basket', basketOf, { unit: 'hundredths' }),
      ...bases.split(',').map((base, n) =>
        line(base.trim().toUpperCase(), row => partOf(row, base.trim()), {
          unit: 'hundredths',
          tone: ['second', 'warn', 'up', 'down', 'quiet'][n % 5],
        }),
      ),
    ],
    columns: [
      ['Fixing', row => timeText(row.timestamp, false)],
      ['Basket', row => plain(basketOf(row)), true],
      [
        'Contributions',
        row =>
          row.response_by_percentages[0].response_by_pairs
            .map(one => `${one.pair} ${plain(Number(one.contribution))} at ${plain(Number(one.ref_price))}`)
            .join(' · '),
      ],
    ],
  },
}

const levels = ['0.9', '0.95', '0.975', '0.99']

/** A measure of what a portfolio may lose. @param loss its title @param time the field of the fixing */
function risk(name, { loss, time, level, more = [] }) {
  const path = `v2/data/analytics.v2/${name}`
  return {
    fields: {
      bases: { label: 'Assets', value: 'btc,eth' },
      quantities: { label: 'Quantities', value: '1,10' },
      quote: { label: 'Currency', value: 'usd' },
      risk_level: { label: 'Risk level', value: level, options: levels },
    },
    paths: fields => [
      query(path, { ...fields, ...lately(120) }),
      query(path, { ...fields, ...lately(2), sources: true }),
    ],
    time: row => seconds(row[time]),
    series: [area(loss, row => row[name].value, { unit: 'amount', tone: 'down' })],
    columns: [['Fixing', row => timeText(row[time], false)], [loss, row => dashed(row[name].value), true], ...more],
  }
}

const volume = bars('USD', row => row.total_volume_usd, { tone: 'accent', unit: 'amount' })

const metrics = {
  exchange: {
    title: 'Volume of an exchange',
    about: 'Traded value and largest assets',
    fields: { exchange, interval: intervalOf('1h', ['1h', '1d']) },
    paths: fields => [query('v2/data/analytics.v2/exchange_metrics', { ...fields, ...lately(60), page_size: 100 })],
    time: iso('timestamp'),
    series: [volume],
    columns: [
      ['Time', row => timeText(Date.parse(row.timestamp), false)],
      ['Volume USD', row => short(row.total_volume_usd), true],
      ['Trades', row => plain(row.total_trade_count), true],
      ['Pairs', row => row.nb_listed_pairs, true],
    ],
    more: ([{ data }]) => ({
      title: `Largest assets${data[0] ? ` at ${timeText(Date.parse(data[0].timestamp), false)}` : ''}`,
      rows: (data[0]?.assets_volumes ?? [])
        .toSorted((a, b) => b.asset_total_volume_usd - a.asset_total_volume_usd)
        .slice(0, 30),
      columns: [
        ['Asset', row => row.asset_code.toUpperCase()],
        ['Volume USD', row => short(row.asset_total_volume_usd), true],
        ['Share', row => `${(row.asset_contribution * 100).toFixed(1)} %`, true],
      ],
    }),
  },
  asset: {
    title: 'Volume of an asset',
    about: 'Traded value on all exchanges',
    fields: { asset: asset('btc'), interval: intervalOf('1h', ['1h', '1d']) },
    paths: fields => [
      query('v2/data/analytics.v2/asset_metrics', { ...fields, ...lately(30), sources: true, page_size: 24 }),
    ],
    time: iso('timestamp'),
    series: [volume, line('Price USD', row => row.price, { pane: 1, tone: 'second', unit: 'amount' })],
    columns: [
      ['Time', row => timeText(Date.parse(row.timestamp), false)],
      ['Price USD', row => dashed(row.price), true],
      ['Volume USD', row => short(row.total_volume_usd), true],
      ['Trades', row => plain(row.total_trade_count), true],
    ],
    more: ([{ data }]) => ({
      title: 'By exchange, in the newest interval',
      rows: (data[0]?.off_chain_liquidity_data.trades_data ?? []).concat(
        data[0]?.on_chain_liquidity_data.trades_data ?? [],
      ),
      columns: [
        ['Exchange', row => row.exchange],
        ['Volume USD', row => short(row.volume_usd), true],
        ['Trades', row => plain(row.trade_count), true],
      ],
    }),
  },
  shortfall: {
    title: 'Expected shortfall',
    about: 'Mean loss on the worst days',
    Own: Losses,
    ...risk('expected_shortfall', { loss: 'Expected loss', time: 'es_time', level: '0.975' }),
  },
  var: {
    title: 'Value at risk',
    about: 'Daily loss at a confidence level',
    needs: '/value_at_risk',
    Own: Distribution,
    ...risk('value_at_risk', {
      loss: 'Value at risk',
      time: 'var_time',
      level: '0.95',
      more: levels.map(level => [
        `At ${level}`,
        row => dashed(row.additional_vars.find(one => one.risk_level === Number(level))?.value),
        true,
      ]),
    }),
  },
}

const basketOf = row => Number(row.response_by_percentages[0].price)

/** Price of a member, where its first fixing is 100. */
function partOf({ response_by_percentages: [{ response_by_pairs: pairs }] }, base) {
  const found = pairs.find(({ pair }) => pair.startsWith(`${base}-`))
  return found && Number(found.contribution) / found.weight
}

/** The data besides the market of an instrument, by subject. */
export const groups = {
  'On chain': defi,
  Bitcoin: bitcoin,
  'Supply and staking': supplies,
  Rates: rates,
  Derivatives: derivatives,
  'Volume and risk': metrics,
}
