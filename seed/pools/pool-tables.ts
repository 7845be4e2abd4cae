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

/** Keeps rows until a pool is complete. In the order of the table's key, inserting takes half the time. */
function keptRows(table: Appender) {
  let rows: Cell[][] = []
  return {
    add(...row: Cell[]): void {
      rows.push(row)
    },
    flush(): void {
      for (const row of rows) table.add(...row)
      rows = []
    },
  }
}

export type PoolTables = ReturnType<typeof poolTables>

export function poolTables(sink: Sink) {
  const [states, events] = [sink.appender('pool_state'), sink.appender('pool_event')]

  /** @param alone whether no other pool writes at the same time */
  function of(pool: Pool, names: ChainNames, alone: boolean) {
    return poolRows(pool, names, { states: alone ? states : keptRows(states), events, alone })
  }

  function flush(): void {
    states.flush()
    events.flush()
  }

  return { of, flush }
}

interface RowTables {
  states: Pick<Appender, 'add' | 'flush'>
  events: Appender
  alone: boolean
}

export type PoolRows = ReturnType<typeof poolRows>

function poolRows(pool: Pool, names: ChainNames, { states, events, alone }: RowTables) {
  const { id, blockchain, tokens } = pool
  const labels = tokens.map(
    code => `{"symbol":"${symbolOf(code)}","address":"${tokenAddress(blockchain, code)}","amount":`,
  )
  const prices = placesOf(Math.max(0, Math.min(15, priceDigits - 1 - magnitude(usualPrice(pool)))))
  const places = tokens.map(code => placesOf(amountDecimals(blockchain, code)))
  const [base, quote] = places.slice(-2) as [Places, Places]

  function addState(state: PoolState): void {
    const { block, time, price, tick, liquidity, depthBelow, depthAbove, volume } = state
    states.add(
      id,
      time,
      block,
      prices.text(price),
      base.text(state.base),
      quote.text(state.quote),
      othersText(state),
      tick,
      liquidity,
      quote.number(depthBelow),
      base.number(depthAbove),
      base.number(volume.base),
      quote.number(volume.quote),
    )
  }

  /** JSON of the base, the quote and others, as states have them. */
  function heldText(holdings: Holdings): string {
    const others = othersText(holdings)
    return `[${base.text(holdings.base)},${quote.text(holdings.quote)}${others === null ? '' : `,${others}`}]`
  }

  function addEvent({ event, price, ...amounts }: PoolEvent): void {
    const { block, logIndex, time, change, position } = event
    const where = [id, time, blockchain, block, logIndex, names.transaction(block, logIndex)]
    const what = [change > 0 ? 'mint' : 'burn', position.user, prices.text(price), amountsText(amounts)]
    events.add(...where, ...what, ...ticks(position.span), change)
  }

  function flush(): void {
    if (!alone) states.flush()
  }

  function othersText({ others }: Holdings): string | null {
    return others.length > 0 ? JSON.stringify(others.map((amount, n) => places[n]!.text(amount))) : null
  }

  function amountsText({ base, quote, others }: Holdings): string {
    return `[${[...others, base, quote].map((amount, n) => `${labels[n]}${places[n]!.text(amount)}}`)}]`
  }

  return { addState, heldText, addEvent, flush }
}

function amountDecimals(chain: string, code: string): number {
  return Math.max(0, Math.min(decimalsOf(chain, code), magnitude(assetOf(code).level) + amountDigits))
}

type Places = ReturnType<typeof placesOf>

/** Writes values with so many decimal places. */
function placesOf(decimals: number) {
  const scale = powerOfTen(decimals)
  return {
    text: (value: number): string => formatDecimal(Math.round(value * scale), decimals),
    number: (value: number): number => Math.round(value * scale) / scale,
  }
}

function ticks(span: Span | null): [number | null, number | null] {
  return span ? [span.lower, span.upper] : [null, null]
}
