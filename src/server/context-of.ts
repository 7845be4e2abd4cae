import { remembered } from '../market/made-once.ts'
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

/**
 * When an asset's reference prices begin: two years before the store, because risks need them; some assets have none. Looked
 * up when asked for, because all assets take 16 ms.
 */
function startOfPrices(store: Store): (asset: string) => number {
  const first = store.prepare<[first: number | null]>('SELECT min(timestamp) FROM reference_price WHERE asset = :asset')
  return remembered((asset: string) => first.get({ asset })?.[0] ?? Number.POSITIVE_INFINITY)
}

export function contextOf(settings: Settings, store: Store): Context {
  const { tokenSecret, tokenTtl, seed, vendorName, fxProvider, historyLimit } = settings
  const { start } = identityOf(store)
  const { fillable } = store.coverage
  if (!fillable && historyLimit > 0 && store.generated)
    store.coverage = new CoverageSince(start, startOfPrices(store), booksAheadOf(store))
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
