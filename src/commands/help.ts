import { version } from '../package.ts'

/** The text of `--help`; fits a terminal of 24 lines by 80 characters. */
export function helpText(): string {
  return `market-data-sandbox ${version}: a local server for a market-data REST API

  serve           start the server on http://127.0.0.1:4780 (default)
  seed            build or extend the store; print its path and digest
  verify          recompute the store; exit with 1 if anything is wrong
  export TABLE    print a table: --format ndjson|csv --from TIME --to TIME
  import          own data: --trades FILE --books FILE --instrument NAME
  rebuild         recompute bars and counters of own data after an edit
  health          exit with 0 if the server is ready, otherwise 1
  check -- CMD    judge a client: --expected-failures FILE --junit FILE
  drift           compare with --upstream URL --key-env NAME [--requests FILE]
  exec -- CMD     run a command with a server of its own (MARKET_DATA_URL, …)

  --profile tiny|standard|large   how much data (standard)
  --now live|seeded|TIME          clock: moving, or frozen (live)
  --seed TEXT --data FILE         name of the market; path of the store
  --host ADDRESS --port NUMBER    where to listen (127.0.0.1 4780; 0: any port)
  --keys FILE --config FILE       API keys (sandbox-key, …); JSON of settings
  --validation standard|strict|lenient   --log-level info|warn|silent|…
  --latest-trades v1|v2   --hosts NAME=eu,…   --trust-proxy true
  --redis-url URL --token-secret TEXT --token-ttl SECONDS --maintenance true
  --control-token TEXT --control-port NUMBER --control-hosts NAME,…
  --clock-ahead DAYS --vendor-name NAME --fx-provider NAME
  --help --version; --log-level is SANDBOX_LOG_LEVEL, but flags win`
}
