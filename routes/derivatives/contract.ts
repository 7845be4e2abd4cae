import { type TObject, Type } from '@sinclair/typebox'
import { Carry } from '../../src/market/carry.ts'
import type { InterestTerms } from '../../src/market/open-interest.ts'
import type { Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'
import { instrument, type StoredInstrument } from '../readers/instrument.ts'
import type { Pair } from '../trades/rates/spot-graph.ts'
import { checkDerivative, derivativeClasses } from './contract-filters.ts'

/** A contract as operations see it. Times in milliseconds since 1970 UTC. */
export interface Contract extends StoredInstrument {
  exchange: string
  kind: string
  pair: Pair
  /** Start of trading; null: before any store begins. */
  listed: number | null
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

interface ContractCodes {
  exchange: string
  instrument_class: string
  instrument: string
}

const NoPath = Type.Object({})

/** The contract that the query names by exchange, class and code. */
export const contract: Subject<TObject, Contract> = {
  parameters: NoPath,
  namesInstrument: true,
  prepare(store) {
    const find = instrument.prepare(store)
    const terms = store.prepare(
      `SELECT base_asset, quote_asset, listed, ends, strike, option_type, funding, open_interest, interest_key, carry_key
       FROM instrument LEFT JOIN derivative ON derivative.instrument = id WHERE id = :id`,
    )
    return (_path, query, horizon) => {
      const codes = query as unknown as ContractCodes
      checkDerivative(codes.instrument_class)
      const found = find({ ...codes }, query, horizon)
      const { entity } = found as { entity: StoredInstrument }
      const [base, quote, listed, expiry, strike, type, funding, usual, key, carryKey] = terms.get({ id: entity.id })!
      const life = { listed, expiry } as Pick<Contract, 'listed' | 'expiry'>
      const named = { exchange: codes.exchange, kind: codes.instrument_class, pair: { base, quote } as unknown as Pair }
      const option = strike === null ? null : { strike: Number(strike), call: type === 'C' }
      const interest = { ...life, usual: usual as number | null, key: Number(key) }
      const carry = new Carry(carryKey as number | null)
      const own = { ...named, ...life, option, funding: funding as Contract['funding'], interest, carry }
      return { ...found, entity: { ...entity, ...own } }
    }
  },
}
