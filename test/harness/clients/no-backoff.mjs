import { Client, main } from './client.mjs'

/** Waits long enough that delays of a busy machine do not look like a longer wait. */
class NoBackoff extends Client {
  backOff() {
    return 600 + this.jitter() * 60
  }
}

await main(new NoBackoff())
