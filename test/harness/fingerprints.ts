import { digest, type Fingerprint, mixRow, newFingerprint } from '../../src/fingerprint.ts'
import { Store } from '../../src/store.ts'

/** The tables whose rows are only ever added: what their fingerprint says can be counted again. */
const countable = [
  'chain',
  'trade',
  'bar',
  'order_book_snapshot',
  'order_book_hour',
  'liquidation',
  'reference_price',
  'fx_currency',
  'fx_minute',
  'fx_hour',
  'token_holder',
  'token_holder_count',
  'token_holding',
  'bitcoin_block',
  'bitcoin_transaction',
  'pool_state',
  'pool_event',
  'pool_hour',
  'supply_asset',
  'supply_source',
  'supply_change',
  'asset_price',
  'supply_hour',
  'supply_day',
]

/** Fingerprints of a store's tables, as it says and as its rows say. */
export function fingerprintsOf(path: string): { said: Fingerprint[]; counted: Fingerprint[] } {
  const store = Store.open(path, { readonly: true })
  const said = (
    store.all('SELECT "table", rows, high, low FROM fingerprint ORDER BY 1') as [string, number, number, number][]
  ).map(([table, rows, high, low]) => ({ table, rows, high, low }))
  const counted = countable.map(table => {
    const fingerprint = newFingerprint(table)
    for (const row of store.all(`SELECT * FROM ${table}`)) mixRow(fingerprint, row)
    return fingerprint
  })
  store.close()
  return { said, counted }
}

export function digestOf(path: string): string {
  return digest(fingerprintsOf(path).said)
}
