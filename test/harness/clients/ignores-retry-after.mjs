import { Client, main } from './client.mjs'

class IgnoresRetryAfter extends Client {
  waitFor(_answer, tries) {
    return this.backOff(tries)
  }
}

await main(new IgnoresRetryAfter())
