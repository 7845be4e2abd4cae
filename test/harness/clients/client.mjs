import { setTimeout } from 'node:timers/promises'

/** A failure without a retry. */
export class Refused extends Error {}

/** A small client that walks pages. Each neighbouring client changes one habit of it. */
export class Client {
  url = process.env.MARKET_DATA_URL
  key = process.env.MARKET_DATA_KEY
  etags = new Map()
  mostTries = 6

  /** All records of a query, page by page. */
  async walk(path, query) {
    const records = []
    let url = `${this.url}${path}?${new URLSearchParams(query)}`
    while (url !== undefined) {
      const page = await this.page(url)
      if (page === undefined) break
      records.push(...page.data.map(record => this.read(record)))
      url = this.next(page, url, query)
    }
    return records
  }

  next(page) {
    return page.next_url
  }

  read(record) {
    return record
  }

  /** One page; undefined if unchanged since the last request. */
  async page(url) {
    for (let tries = 1; ; tries++) {
      const { page, wait } = await this.attempt(url, tries)
      if (wait === undefined) return page
      if (tries === this.mostTries) throw new Error(`${url} failed ${tries} times`)
      await setTimeout(wait)
    }
  }

  /** A page, or the wait before the next try in milliseconds. */
  async attempt(url, tries) {
    try {
      const answer = await this.send(url)
      if (answer.status === 304) return {}
      const text = await this.textOf(answer)
      if (answer.status === 429 || answer.status >= 500) return { wait: this.waitFor(answer, tries) }
      if (this.isFinal(answer.status)) throw new Refused(`${answer.status}: ${text}`)
      const page = this.parse(text)
      if (answer.headers.has('etag')) this.etags.set(url, answer.headers.get('etag'))
      return { page }
    } catch (error) {
      if (error instanceof Refused) throw error
      return { wait: this.backOff(tries) }
    }
  }

  send(url) {
    const etag = this.etags.get(url)
    return fetch(url, {
      headers: { 'x-api-key': this.key, 'user-agent': 'walker/1.0', ...(etag && { 'if-none-match': etag }) },
    })
  }

  textOf(answer) {
    return answer.text()
  }

  parse(text) {
    return JSON.parse(text)
  }

  isFinal(status) {
    return status >= 400
  }

  waitFor(answer, tries) {
    const seconds = answer.headers.get('retry-after')
    return seconds === null ? this.backOff(tries) : Number(seconds) * 1000
  }

  backOff(tries) {
    return 150 * 3 ** tries * (0.1 + this.jitter() * 0.5) + 120
  }

  #waits = 0

  /** From 0 to 1 by the golden ratio: no two waits are close. Of random waits, three are sometimes equal within 1 %. */
  jitter() {
    return (++this.#waits * 0.618034) % 1
  }
}

/** Walks trades, polls for the latest bar, and calls a third operation. */
export async function run(client) {
  const instrument = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd'
  const range = { start_time: '2026-01-30T22:00:00Z', end_time: '2026-01-31T00:00:00Z' }
  const trades = await client.walk(`${instrument}/aggregations/ohlcv`, { interval: '1m', page_size: 8, ...range })
  const bar = { interval: '1h', page_size: 1000, start_time: '2026-01-28T00:00:00Z' }
  await client.walk(`${instrument}/aggregations/ohlcv`, bar)
  await client.walk(`${instrument}/aggregations/ohlcv`, bar)
  await client.walk(`${instrument}/trades`, { page_size: 10, ...range })
  return trades
}

/** Runs a client as a program that ends on a refusal. */
export async function main(client) {
  try {
    const records = await run(client)
    console.log(`${records.length} records`)
  } catch (error) {
    console.log(`ended: ${error.message}`)
  }
}
