import { Client, main } from './client.mjs'

/** Requests every page twice: once to check, once to read. */
class RepeatsPages extends Client {
  async page(url) {
    await super.page(url)
    this.etags.delete(url)
    return super.page(url)
  }
}

await main(new RepeatsPages())
