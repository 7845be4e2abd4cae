import { Client, main } from './client.mjs'

/** Asks for every page twice: once to look, once to read. */
class RepeatsPages extends Client {
  async page(url) {
    await super.page(url)
    this.etags.delete(url)
    return super.page(url)
  }
}

await main(new RepeatsPages())
