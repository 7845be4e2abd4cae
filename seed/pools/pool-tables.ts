import type { ChainNames } from '../../src/market/chain-names.ts'
import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import { magnitude, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import { decimalsOf, symbolOf, tokenAddress } from '../catalogue/assets/tokens.ts'
import type { Appender, Cell, Sink } from '../sink.ts'
import { usualPrice } from './pool-curve.ts'
import type { PoolEvent, PoolState } from './pool-history.ts'
import type { Holdings } from './pool-liquidity.ts'
import type { Pool } from './pool-list.ts'
import type { Span } from './spans.ts'

/** Significant digits of prices; decimals of amounts are chosen for about a millionth of a dollar. */
const priceDigits = 12
const amountDigits = 6

type RowTable = Pick<Appender, 'add'>

interface Tables {
  states: Appender
  events: Appender
}

/** Keeps rows until a pool is complete. In the order of the table's key, inserting takes half the time. */
class KeptRows implements RowTable {
  readonly #table: RowTable
  #rows: Cell[][] = []

  constructor(table: RowTable) {
    this.#table = table
  }

  add(...row: Cell[]): void {
    this.#rows.push(row)
  }

  flush(): void {
    for (const row of this.#rows) this.#table.add(...row)
    this.#rows = []
  }
}

export class PoolTables {
  readonly #tables: Tables

  constructor(sink: Sink) {
    this.#tables = {
      states: sink.appender('pool_state'),
      events: sink.appender('pool_event'),
    }
  }

  /** @param alone whether no other pool writes at the same time */
  of(pool: Pool, names: ChainNames, alone: boolean): PoolRows {
    return new PoolRows(pool, names, this.#tables, alone)
  }

  flush(): void {
    for (const table of [this.#tables.states, this.#tables.events]) table.flush()
  }
}

export class PoolRows {
  readonly #pool: Pool
  readonly #names: ChainNames
  readonly #states: RowTable
  readonly #events: RowTable
  readonly #kept: KeptRows | undefined
  readonly #labels: string[]
  readonly #price: Places
  readonly #places: Places[]
  readonly #base: Places
  readonly #quote: Places

  constructor(pool: Pool, names: ChainNames, { states, events }: Tables, alone: boolean) {
    this.#pool = pool
    this.#names = names
    this.#kept = alone ? undefined : new KeptRows(states)
    this.#states = this.#kept ?? states
    this.#events = events
    this.#labels = pool.tokens.map(
      code => `{"symbol":"${symbolOf(code)}","address":"${tokenAddress(pool.blockchain, code)}","amount":`,
    )
    this.#price = new Places(Math.max(0, Math.min(15, priceDigits - 1 - magnitude(usualPrice(pool)))))
    this.#places = pool.tokens.map(code => new Places(amountDecimals(pool.blockchain, code)))
    const [base, quote] = this.#places.slice(-2) as [Places, Places]
    this.#base = base
    this.#quote = quote
  }

  addState(state: PoolState): void {
    const { block, time, price, tick, liquidity, depthBelow, depthAbove, volume } = state
    this.#states.add(
      this.#pool.id,
      time,
      block,
      this.#price.text(price),
      this.#base.text(state.base),
      this.#quote.text(state.quote),
      this.#others(state),
      tick,
      liquidity,
      this.#quote.number(depthBelow),
      this.#base.number(depthAbove),
      this.#base.number(volume.base),
      this.#quote.number(volume.quote),
    )
  }

  /** JSON of the base, the quote and others, as states have them. */
  heldText(holdings: Holdings): string {
    const others = this.#others(holdings)
    return `[${this.#base.text(holdings.base)},${this.#quote.text(holdings.quote)}${others === null ? '' : `,${others}`}]`
  }

  addEvent({ event, price, ...amounts }: PoolEvent): void {
    const { id, blockchain } = this.#pool
    const { block, logIndex, time, change, position } = event
    const where = [id, time, blockchain, block, logIndex, this.#names.transaction(block, logIndex)]
    const what = [change > 0 ? 'mint' : 'burn', position.user, this.#price.text(price), this.#amountsText(amounts)]
    this.#events.add(...where, ...what, ...ticks(position.span), change)
  }

  flush(): void {
    this.#kept?.flush()
  }

  #others({ others }: Holdings): string | null {
    return others.length > 0 ? JSON.stringify(others.map((amount, n) => this.#places[n]!.text(amount))) : null
  }

  #amountsText(holdings: Holdings): string {
    const amounts = this.#amounts(holdings).map((amount, n) => `${this.#labels[n]}${amount}}`)
    return `[${amounts}]`
  }

  #amounts({ base, quote, others }: Holdings): string[] {
    return [...others, base, quote].map((amount, n) => this.#places[n]!.text(amount))
  }
}

function amountDecimals(chain: string, code: string): number {
  return Math.max(0, Math.min(decimalsOf(chain, code), magnitude(assetOf(code).level) + amountDigits))
}

class Places {
  readonly #decimals: number
  readonly #scale: number

  constructor(decimals: number) {
    this.#decimals = decimals
    this.#scale = powerOfTen(decimals)
  }

  text(value: number): string {
    return formatDecimal(Math.round(value * this.#scale), this.#decimals)
  }

  number(value: number): number {
    return Math.round(value * this.#scale) / this.#scale
  }
}

function ticks(span: Span | null): [number | null, number | null] {
  return span ? [span.lower, span.upper] : [null, null]
}
