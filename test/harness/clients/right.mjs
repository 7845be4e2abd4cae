import { Client, main } from './client.mjs'

await main(new Client())
