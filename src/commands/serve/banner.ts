import { formatTime } from '../../market/time.ts'
import type { Context } from '../../operations/context.ts'
import { version } from '../../package.ts'
import { builtInKeys, type Key } from '../../plans/keys.ts'
import type { RunningServer } from '../../server/server.ts'
import { certificateIn } from '../../server/tls/authority.ts'
import type { Settings } from '../../settings.ts'
import type { Store } from '../../store/store.ts'
import { columns } from '../usage/command-help.ts'

/** What a newcomer at a terminal needs first. */
export function bannerOf({ url: bound, app }: Pick<RunningServer, 'url' | 'app'>, settings: Settings): string {
  const { context, view } = app.state
  const url = bound.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')
  const { key } = usableKey(settings.keyList ?? builtInKeys)
  const rows = [
    ['URL', url],
    ['console', `${url}/ in a browser`],
    ['documents', `${url}/docs and ${url}/openapi.json`],
    ...(settings.controlPort === 0
      ? []
      : [['control', `${url.replace(/\d+$/, String(settings.controlPort))}/sandbox`]]),
    ...(settings.tls ? [['certificate', certificateIn(settings.authority)]] : []),
    ['key', `${key} (in the header X-Api-Key)`],
    [
      'clock',
      view.clock.frozen ? `frozen at ${formatTime(view.clock.now())}` : 'live: the market moves with real time',
    ],
    ['data', contentOf(context, app.state.building !== undefined, settings)],
    ['try', `curl -H 'X-Api-Key: ${key}' '${url}${pathOf(context.store)}'`],
  ]
  return `\nmarket-data-sandbox ${version} is ready. Ctrl+C stops it.\n\n${columns(rows)}\n\n`
}

function contentOf({ store, identity }: Context, isBuilding: boolean, { profile, seed, data }: Settings): string {
  const { start, end } = identity()
  const what = store.generated ? `profile ${profile}, seed ${seed}` : data
  if (store.coverage.fillable && !isBuilding) return `${what}, generated when it is asked for`
  const progress = isBuilding ? ', being built; data of instruments are served already' : ''
  return `${what}, from ${formatTime(start)} to ${formatTime(end)}${progress}`
}

/** The key with the fewest restrictions. */
function usableKey(keys: readonly Key[]): Key {
  return keys.toSorted((a, b) => Object.keys(a).length - Object.keys(b).length)[0]!
}

/** The busiest instrument's last two hours; the exchanges if nothing was traded. */
function pathOf(store: Store): string {
  const found = store.get(
    `SELECT exchange_code, class, code FROM instrument WHERE trade_count > 0 OR trade_start IS NOT NULL
     ORDER BY (exchange_code, class, code) = ('cbse', 'spot', 'btc-usd') DESC, trade_count DESC, id LIMIT 1`,
  )
  if (found === undefined) return '/v1/exchanges'
  const [exchange, kind, code] = found
  return `/v2/data/trades.v1/exchanges/${exchange}/${kind}/${code}/aggregations/ohlcv?interval=1h&page_size=2`
}
