import { Client, main } from './client.mjs'

class KeyInUrl extends Client {
  walk(path, query) {
    return super.walk(path, { ...query, api_key: this.key })
  }
}

await main(new KeyInUrl())
