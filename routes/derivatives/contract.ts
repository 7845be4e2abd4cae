import { Carry } from '../../src/market/carry.ts'
import type { InterestTerms } from '../../src/market/open-interest.ts'
import { NoPath, type ReadParameters, type Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'
import { instrument, type StoredInstrument } from '../subjects/instrument.ts'
import type { Pair } from '../trades/rates/spot-graph.ts'
import { checkDerivative, derivativeClasses } from './contract-filters.ts'

/** A contract as operations see it. Times in milliseconds since 1970 UTC. */
export interface Contract extends StoredInstrument {
  exchange: string
  kind: string
  pair: Pair
  /** Start of trading; null: before any store begins. */
  listed: number | null
  /** End of trading: the expiry, or the delisting of a perpetual future; null: still open. */
  ended: number | null
  /** Null: perpetual. */
  expiry: number | null
  option: { strike: number; call: boolean } | null
  funding: 'damped' | 'plain' | null
  interest: InterestTerms
  carry: Carry
}

/** Parameters that name a contract. */
export const contractQuery = {
  exchange: Code,
  instrument_class: { ...Code, description: `instrument class: ${derivativeClasses.join(', ')}` },
  instrument: Code,
}

export const contractExample = {
  data_version: 'v2',
  exchange: 'drbt',
  instrument_class: 'perpetual-future',
  instrument: 'btc-usd',
}

type ContractCodes = ReadParameters<typeof contractQuery>

type Terms = [
  base: string,
  quote: string,
  listed: number | null,
  ended: number | null,
  expiry: number | null,
  strike: string | null,
  type: string | null,
  funding: Contract['funding'],
  usual: number | null,
  key: number,
  carryKey: number | null,
  climate: number,
  volatility: number,
]

/** The contract that the query names by exchange, class and code. */
export const contract: Subject<typeof NoPath, Contract, ContractCodes> = {
  parameters: NoPath,
  namesInstrument: true,
  prepare(store, start) {
    const find = instrument.prepare(store, start)
    const terms = store.prepare<Terms>(
      `SELECT base_asset, quote_asset, listed, ends, expiry, strike, option_type, funding, open_interest, interest_key,
         carry_key, climate_key, volatility
       FROM instrument LEFT JOIN derivative ON derivative.instrument = id WHERE id = :id`,
    )
    return (_path, codes, horizon) => {
      checkDerivative(codes.instrument_class)
      const found = find({ ...codes }, codes, horizon)
      const { entity } = found
      const [base, quote, listed, ended, expiry, strike, type, ...derived] = terms.get({ id: entity.id })!
      const [funding, usual, key, carryKey, climate, volatility] = derived
      const life = { listed, expiry }
      const named = { exchange: codes.exchange, kind: codes.instrument_class, pair: { base, quote } }
      const option = strike === null ? null : { strike: Number(strike), call: type === 'C' }
      const interest = { ...life, usual, key }
      const carry = new Carry(carryKey === null ? null : { key: carryKey, climate, volatility })
      const own = { ...named, ...life, ended, option, funding, interest, carry }
      return { ...found, entity: { ...entity, ...own } }
    }
  },
}
