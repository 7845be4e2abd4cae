import { version } from '../package.ts'

/** What `--help` says: it fits a terminal of 24 lines of 80 characters. */
export function helpText(): string {
  return `market-data-sandbox ${version}: one seeded market behind a market-data REST API

  serve           serve it on http://127.0.0.1:4780; what is done by default
  seed            build or extend the store, and say where it is and its digest
  verify          recompute what is in the store; 1 if anything is wrong
  export TABLE    a table of the store to standard output:
                  --format ndjson|csv --from TIME --to TIME (exclusive)
  health          0 if the server is ready, else 1

  --profile tiny|standard|large   how much data (standard)
  --now live|seeded|TIME          the clock: moving, or frozen (live)
  --seed TEXT                     what the market is made from (market)
  --data FILE                     the store (one in the user's cache folder)
  --host ADDRESS --port NUMBER    where to listen (127.0.0.1 4780; 0: any port)
  --keys FILE                     API keys (the built-in ones: sandbox-key, …)
  --config FILE                   a JSON file of settings
  --validation standard|strict|lenient   --log-level info|warn|silent|…
  --latest-trades v1|v2   --hosts NAME=eu,…   --trust-proxy true
  --redis-url URL   --token-secret TEXT   --maintenance true
  --control-token TEXT   --control-port NUMBER   --control-hosts NAME,…
  --vendor-name NAME   --fx-provider NAME
  --help --version

Every flag has its variable: --log-level is SANDBOX_LOG_LEVEL. Flags win.`
}
