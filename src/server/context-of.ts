import { second } from '../market/time.ts'
import type { Context } from '../operations/context.ts'
import { Tokens } from '../operations/paging/token.ts'
import { wireNames, wirePaths } from '../operations/render.ts'
import type { Settings } from '../settings.ts'
import { booksAheadOf } from '../store/history/books-ahead.ts'
import { CoverageSince } from '../store/history/coverage.ts'
import { hasOwnSchema } from '../store/own-schema.ts'
import type { Store } from '../store/store.ts'
import { identityOf } from '../store/store-plan.ts'

/** Reference prices begin two years before the store, because risks need them; some assets have none. */
function startsOfPrices(store: Store): Map<string, number> {
  const first = '(SELECT min(timestamp) FROM reference_price WHERE asset = code)'
  return new Map(store.all(`SELECT code, ${first} AS first FROM asset WHERE first IS NOT NULL`) as [string, number][])
}

export function contextOf(settings: Settings, store: Store): Context {
  const { tokenSecret, tokenTtl, seed, vendorName, fxProvider, historyLimit } = settings
  const { start } = identityOf(store)
  const { fillable } = store.coverage
  if (!fillable && historyLimit > 0 && store.generated)
    store.coverage = new CoverageSince(start, startsOfPrices(store), booksAheadOf(store))
  return {
    store,
    proven: fillable || (store.generated && hasOwnSchema(store)),
    start,
    identity: () => identityOf(store),
    tokens: new Tokens(tokenSecret || `seed ${seed}`),
    tokenTtl: tokenTtl * second,
    wireName: wireNames(vendorName),
    wirePath: wirePaths(fxProvider),
  }
}
