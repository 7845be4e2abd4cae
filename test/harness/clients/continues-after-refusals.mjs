import { Client } from './client.mjs'

const client = new Client()
const trades = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
for (let page_size = 300; page_size < 310; page_size++)
  await client.walk(trades, { page_size, start_time: '2026-01-30T23:30:00Z' }).catch(() => {})
