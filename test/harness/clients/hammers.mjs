import { Client, main } from './client.mjs'

class Hammers extends Client {
  mostTries = 1000

  backOff() {
    return 0
  }
}

await main(new Hammers())
