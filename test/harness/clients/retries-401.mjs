import { Client, main } from './client.mjs'

class Retries401 extends Client {
  isFinal(status) {
    if (status === 401) throw new Error('perhaps the key works later')
    return super.isFinal(status)
  }
}

await main(new Retries401())
