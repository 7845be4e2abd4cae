import { Client, main } from './client.mjs'

class NoBackoff extends Client {
  backOff() {
    return 300 + Math.random() * 60
  }
}

await main(new NoBackoff())
