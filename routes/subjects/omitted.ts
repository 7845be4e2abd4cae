import type { Store } from '../../src/store/store.ts'

/** Codes of an instrument; an absent code matches any. */
interface Sought {
  exchange?: string
  instrument_class?: string
  code?: string
}

/** End of a message about a code that this store's profile leaves out; empty if no profile has it. */
export function profileHint(store: Store, { exchange, instrument_class, code }: Sought): string {
  const values = [exchange, instrument_class, code].map(value => value ?? null)
  const [found] = store.all(
    `SELECT omitted.code, omitted.class FROM (SELECT ? AS exchange, ? AS class, ? AS code) AS sought JOIN omitted_instrument AS omitted
     ON omitted.exchange_code = ifnull(sought.exchange, omitted.exchange_code) AND omitted.class = ifnull(sought.class, omitted.class)
     AND (sought.code IS NULL OR sought.code = omitted.code OR sought.code GLOB omitted.code || '-*') LIMIT 1`,
    ...values,
  )
  return found ? `; the profile standard (SANDBOX_PROFILE) has ${whatOf(code, String(found[0]), String(found[1]))}` : ''
}

/** Expiring contracts are matched by their underlying pair. */
function whatOf(code: string | undefined, pair: string, instrumentClass: string): string {
  if (code === undefined) return 'some'
  return ['future', 'option'].includes(instrumentClass) ? `more contracts of ${pair}` : 'it'
}

/** As `profileHint`, about an asset whose spot instruments this store's profile leaves out, all of them. */
export function omittedAsset(store: Store, ...assets: string[]): string {
  for (const asset of assets) {
    const [omitted] = store.all(
      `SELECT 1 FROM (SELECT ? AS asset) WHERE NOT EXISTS (SELECT 1 FROM instrument WHERE class = 'spot' AND asset IN (base_asset, quote_asset))
       AND EXISTS (SELECT 1 FROM omitted_instrument WHERE class = 'spot' AND (code GLOB asset || '-*' OR code GLOB '*-' || asset))`,
      asset,
    )
    if (omitted) return `; the profile standard (SANDBOX_PROFILE) has instruments of ${asset}`
  }
  return ''
}
