import { Client, main } from './client.mjs'

/** Repeats the first call's parameters with each token. */
class SendsStaleParameters extends Client {
  next({ next_url }, _url, query) {
    return next_url && `${next_url}&${new URLSearchParams(query)}`
  }
}

await main(new SendsStaleParameters())
