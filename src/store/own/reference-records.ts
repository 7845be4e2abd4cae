import type { InstrumentClass } from '../../../seed/catalogue/instruments/instrument.ts'
import { suggestion } from '../../base/nearest.ts'
import { convertAll, type FileRecord, parseRecords } from './records.ts'
import {
  address as addressOf,
  code,
  flag,
  fraction,
  list,
  object,
  oneOf,
  type Read,
  text,
  time,
  weight,
  wholeNumber,
} from './reference-values.ts'

export const instrumentClasses = ['spot', 'perpetual-future', 'future', 'option'] as const satisfies InstrumentClass[]

interface RecordForm {
  required: readonly string[]
  /** Fields that identify a record. */
  key: readonly string[]
  fields: Record<string, Read>
}

interface PoolToken {
  asset: string
  symbol: string
  address: string
  decimals: number
}

export interface PoolPlace {
  blockchain: string
  address: string
}

const decimals = wholeNumber(0, 40)

const token = object(
  (name, { asset, symbol, address, decimals: places }): PoolToken => ({
    asset: code(`${name}.asset`, asset ?? symbol),
    symbol: text(`${name}.symbol`, symbol),
    address: addressOf(`${name}.address`, address),
    decimals: decimals(`${name}.decimals`, places),
  }),
)

const place = object(
  (name, { blockchain, address }): PoolPlace => ({
    blockchain: code(`${name}.blockchain`, blockchain),
    address: addressOf(`${name}.address`, address),
  }),
)

const forms = {
  exchange: {
    required: ['code'],
    key: ['code'],
    fields: {
      code,
      name: text,
      legacy_slug: text,
      kind: oneOf(['centralised', 'decentralised']),
      taker_side: oneOf(['taker', 'with_unknown', 'always_true', 'always_false', 'null', 'inverted']),
    },
  },
  asset: {
    required: ['code'],
    key: ['code'],
    fields: { code, name: text, asset_class: text, asset_classes: list(text) },
  },
  protocol: { required: ['code'], key: ['code'], fields: { code, name: text } },
  pool: {
    required: ['blockchain', 'address', 'protocol', 'type', 'tokens'],
    key: ['blockchain', 'address'],
    fields: {
      blockchain: code,
      address: addressOf,
      name: text,
      protocol: code,
      type: oneOf(['constant_product', 'concentrated', 'weighted', 'stable', 'vault']),
      fee: fraction,
      tokens: list(token),
      tick_spacing: wholeNumber(1, 100_000),
      weights: list(weight),
      base_position: wholeNumber(0, 6),
    },
  },
  instrument: {
    required: ['exchange_code', 'class', 'code'],
    key: ['exchange_code', 'class', 'code'],
    fields: {
      exchange_code: code,
      class: oneOf(instrumentClasses),
      code,
      base_asset: code,
      quote_asset: code,
      exchange_pair_code: text,
      legacy_exchange_slug: text,
      legacy_symbol: text,
      blockchain: code,
      amount_decimals: decimals,
      price_decimals: decimals,
      price_tick: wholeNumber(1, 1_000_000_000),
      listed: time,
      ends: time,
      ended: flag,
      list_pools: list(place),
    },
  },
} satisfies Record<string, RecordForm>

export type ReferenceKind = keyof typeof forms

/** In this order, a record only refers to earlier kinds. */
export const referenceKinds = Object.keys(forms) as ReferenceKind[]

type Fields<K extends ReferenceKind> = (typeof forms)[K]['fields']

/** The given fields of a record. */
export type ReferenceRecord<K extends ReferenceKind = ReferenceKind> = {
  [F in keyof Fields<K>]?: Fields<K>[F] extends Read<infer T> ? T : never
}

export interface ReferenceLine {
  line: number
  fields: { kind: ReferenceKind; given: Record<string, unknown> }
}

/** Fields of responses and of `export` that follow from trades. */
const computed = /^(id|trade_(start|end)(_time|_timestamp)?|trade_count|trade_size|trade_compressed_size)$/

/** @throws StoreFailure that lists all faulty lines. */
export function readReference(file: string, content: string): ReferenceLine[] {
  const lines = new Map<string, number>()
  return convertAll(file, parseRecords(file, content, ['record']), ({ line, fields }) => {
    const found = recordOf(fields)
    const key = keyOf(found)
    const before = lines.get(key)
    if (before !== undefined) throw new RangeError(`repeats the ${key} of line ${before}`)
    lines.set(key, line)
    return { line, fields: found }
  })
}

function keyOf({ kind, given }: ReferenceLine['fields']): string {
  return `${kind} ${forms[kind].key.map(name => given[name]).join('/')}`
}

function recordOf({ record, ...fields }: FileRecord['fields']): ReferenceLine['fields'] {
  const kind = oneOf(referenceKinds)('record', record) as ReferenceKind
  const { required, fields: known }: RecordForm = forms[kind]
  const given: Record<string, unknown> = {}
  for (const [written, value] of Object.entries(fields)) {
    const name = columnOf(written)
    if (value === '' || value === null || value === undefined || computed.test(name)) continue
    if (!Object.hasOwn(known, name))
      throw new RangeError(
        `unknown field ${JSON.stringify(written)} of a record "${kind}"${suggestion(name, Object.keys(known))}`,
      )
    given[name] = known[name]!(written, value)
  }
  const missing = required.find(name => given[name] === undefined)
  if (missing !== undefined) throw new RangeError(`${missing} is required for a record "${kind}"`)
  return { kind, given }
}

/** Responses have the vendor's name before `legacy_…`, and one field in camel case. */
function columnOf(name: string): string {
  return name === 'tickSpacing'
    ? 'tick_spacing'
    : name.replace(/^[a-z0-9]+_(?=legacy_(slug|exchange_slug|symbol)$)/, '')
}
