import type { InstrumentClass } from '../../../seed/catalogue/instruments/instrument.ts'
import { shown } from '../../base/failure.ts'
import { packRecordedBook, type RecordedLevel } from '../../market/books/recorded-book.ts'
import type { TextTrade } from '../../market/trades/trade-block.ts'
import { SettingsFailure } from '../../settings.ts'
import type { Store } from '../store.ts'
import { StoreFailure } from '../store-failure.ts'
import { tradeRows } from '../trade-rows.ts'
import { changeOwnStore, rebuildFromTrades } from './own-store.ts'
import { placesOf, tradeFields, tradeReader, writeTrades } from './own-trades.ts'
import { convertAll, decimalOf, type FileRecord, parseRecords, timeOf } from './records.ts'
import { instrumentClasses, type ReferenceLine, readReference, referenceKinds } from './reference-records.ts'
import { instrumentIdOf, putAsset, putExchange, putInstrument, putRecord, widen } from './reference-rows.ts'
import { list } from './reference-values.ts'

export interface SourceFile {
  name: string
  text: string
}

interface InstrumentName {
  exchange: string
  kind: InstrumentClass
  code: string
  base: string
  quote: string
}

/** @throws SettingsFailure if the text does not name an instrument. */
export function parseInstrument(text: string): InstrumentName {
  const [exchange = '', kind = '', code = '', ...rest] = text.toLowerCase().split('/')
  const [base = '', quote = ''] = code.split('-')
  const isCode = [exchange, base, quote].every(one => /^[a-z0-9_]+$/.test(one))
  const known = instrumentClasses.find(one => one === kind)
  if (rest.length === 0 && isCode && known) return { exchange, kind: known, code, base, quote }
  throw new SettingsFailure(
    `--instrument must be exchange/class/base-quote, such as myex/spot/foo-usd, not ${shown(text)}; classes are ${instrumentClasses.join(', ')}`,
  )
}

/** Trades and books are of one instrument. */
interface ImportFiles {
  reference?: SourceFile | undefined
  trades?: SourceFile | undefined
  books?: SourceFile | undefined
}

/** Numbers of imported records. */
export type Imported = Record<keyof ImportFiles, number>

/** @param name of the instrument of the trades and books. @throws StoreFailure that lists all faulty lines of a file. */
export function importRecords(path: string, name: InstrumentName | null, files: ImportFiles): Imported {
  const { reference, trades, books } = files
  const newReference = reference ? readReference(reference.name, reference.text) : []
  const newTrades = trades
    ? convertAll(trades.name, parseRecords(trades.name, trades.text, tradeFields), tradeReader())
    : []
  const newBooks = books ? convertAll(books.name, parseRecords(books.name, books.text, bookFields), bookOf) : []
  if (newReference.length + newTrades.length + newBooks.length === 0)
    throw new StoreFailure('the files have no records, so nothing was imported')
  changeOwnStore(path, store => {
    if (reference) putReference(store, reference.name, newReference)
    if (name && (trades || books)) {
      const id = instrumentId(store, name)
      if (newTrades.length > 0) writeTrades(store, id, merged(store, id, newTrades))
      if (books) convertAll(books.name, newBooks, book => addBook(store, id, book))
    }
    rebuildFromTrades(store)
  })
  return { reference: newReference.length, trades: newTrades.length, books: newBooks.length }
}

/** Kind by kind, so a file may have its lines in any order. */
function putReference(store: Store, file: string, lines: readonly ReferenceLine[]): void {
  const ordered = referenceKinds.flatMap(kind => lines.filter(({ fields }) => fields.kind === kind))
  convertAll(file, ordered, ({ fields: { kind, given } }) => putRecord[kind](store, given))
}

/** A trade that is imported again replaces the stored one. */
function merged(store: Store, id: number, trades: TextTrade[]): TextTrade[] {
  const keyOf = ([time, tradeId]: TextTrade) => `${time} ${tradeId}`
  const imported = new Map(trades.map(trade => [keyOf(trade), trade]))
  const stored = [...tradeRows(store, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, id)].map(
    ([, ...trade]) => trade as TextTrade,
  )
  return [...stored.filter(trade => !imported.has(keyOf(trade))), ...imported.values()]
}

const bookFields = ['poll_timestamp', 'bids', 'asks']

interface ImportedBook {
  line: number
  polled: number
  timestamp: number | null
  bids: RecordedLevel[]
  asks: RecordedLevel[]
}

/** Checks everything except what depends on the decimal places of the instrument, which it may gain. */
function bookOf({ line, fields }: FileRecord): ImportedBook {
  const polled = timeOf('poll_timestamp', fields.poll_timestamp)
  const timestamp = fields.timestamp == null || fields.timestamp === '' ? null : timeOf('timestamp', fields.timestamp)
  const [bids, asks] = [levelsOf('bids', fields.bids), levelsOf('asks', fields.asks)]
  packRecordedBook({ polled, timestamp }, { bids, asks }, precisionOf({ bids, asks }))
  return { line, polled, timestamp, bids, asks }
}

const levelsOf = list((name, level): RecordedLevel => {
  if (!Array.isArray(level) || level.length !== 2) throw new RangeError(`${name} must be [price, amount]`)
  return [decimalOf(`price of ${name}`, level[0]), decimalOf(`amount of ${name}`, level[1])]
})

function precisionOf({ bids, asks }: Pick<ImportedBook, 'bids' | 'asks'>) {
  const levels = [...bids, ...asks]
  return { price: placesOf(levels.map(([price]) => price)), amount: placesOf(levels.map(([, amount]) => amount)) }
}

function addBook(store: Store, id: number, { polled, timestamp, bids, asks }: ImportedBook): void {
  const row = packRecordedBook({ polled, timestamp }, { bids, asks }, widen(store, id, precisionOf({ bids, asks })))
  store.run('INSERT OR REPLACE INTO order_book_snapshot VALUES (?, ?, ?, ?, ?)', id, ...row)
}

/** Adds the instrument, its exchange and its assets if missing. */
function instrumentId(store: Store, { exchange, kind, code, base, quote }: InstrumentName): number {
  const key = { exchange_code: exchange, class: kind, code }
  const found = instrumentIdOf(store, key)
  if (found !== undefined) return found
  putExchange(store, { code: exchange })
  for (const asset of [base, quote]) putAsset(store, { code: asset })
  putInstrument(store, { ...key, base_asset: base, quote_asset: quote })
  return instrumentIdOf(store, key)!
}
