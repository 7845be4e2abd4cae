import { Client, main } from './client.mjs'

/** Treats a page with fewer records than the first as the last one. */
class StopsEarly extends Client {
  next(page) {
    return page.data.length < 8 ? undefined : page.next_url
  }
}

await main(new StopsEarly())
