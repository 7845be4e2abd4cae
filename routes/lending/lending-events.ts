import { Type } from '@sinclair/typebox'
import type { ChainNames } from '../../src/market/chain-names.ts'
import { remembered } from '../../src/market/made-once.ts'
import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import { draw, unit } from '../../src/market/numbers/hash.ts'
import { priceAt } from '../../src/market/numbers/packed.ts'
import { floorTo, hour, second, supplyStep } from '../../src/market/time.ts'
import { operation, type ReadParameters } from '../../src/operations/operation.ts'
import { type PageQuery, type Slice, type Source, sliceOf } from '../../src/operations/paging/page.ts'
import { integers, type WalkPosition } from '../../src/operations/paging/token.ts'
import { giveWay } from '../../src/operations/paging/turns.ts'
import {
  Address,
  BlockNumber,
  Code,
  Identifier,
  ListOf,
  OfBlocks,
  OneOf,
  PageSize,
  Seconds,
  Sort,
  TransactionHash,
} from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { priceReader } from '../readers/asset-prices.ts'
import { chainNamesOf } from '../readers/blockchains.ts'
import { suppliedAssets } from '../subjects/supplied.ts'
import { heldBlocks, lendingMarkets, marketFilters, type StoredLendingMarket } from './lending-markets.ts'

const types = ['borrow', 'deposit', 'withdraw', 'repayment', 'liquidation'] as const
type EventType = (typeof types)[number]

/** Users of a market. */
const accounts = 60
/** Log indices of a market: its pool has no swaps, so no swap or mint has the same remainder. */
const firstLog = 63
const logStride = 128

/** Events are made from the snapshots of this time at once. */
const span = 6 * hour
/** A repayment is forced if ether lost more than this within `span`. */
const crash = 0.02
/** What a liquidator takes beyond the debt. */
const bonus = 1.05

interface Level {
  total: number
  borrowed: number
}

interface Snapshot extends Level {
  time: number
  block: number
  /** Null without stable rates. */
  stable: number | null
  stableRate: number | null
  variableRate: number
}

/** What one user does to one layer of a balance. */
interface LendingEvent {
  market: StoredLendingMarket
  snapshot: Snapshot
  type: EventType
  logIndex: number
  layer: number
  /** In millionths of the asset. */
  units: number
}

type EventParameters = ReadParameters<typeof eventQuery>
type EventQuery = PageQuery<StoredLendingMarket[], EventParameters>

/** The layers between two levels, with the part of each that lies between them. */
function* layersBetween(one: number, other: number, size: number): Generator<{ layer: number; units: number }> {
  const [low, high] = one < other ? [one, other] : [other, one]
  for (let layer = Math.floor(low / size); layer * size < high; layer++)
    yield { layer, units: Math.min(high, (layer + 1) * size) - Math.max(low, layer * size) }
}

/**
 * Each balance is cut into layers, and a layer belongs to one user for ever. So the balances of users follow from the
 * market's level, and a change of level is what the users of the layers between do.
 */
function lendingUsers(store: Store) {
  const chains = chainNamesOf(store)

  /** Undefined in a store of another origin. */
  function namesOf({ chain }: StoredLendingMarket): ChainNames | undefined {
    return chains.get(chain.code)
  }

  function userOf({ market, type, layer }: LendingEvent): string {
    return account(market, draw(market.key! + (type === 'deposit' || type === 'withdraw' ? 1 : 2), layer))
  }

  function liquidatorOf({ market, snapshot }: LendingEvent): string {
    return account(market, draw(market.key! + 3, snapshot.block))
  }

  function isStable({ market, snapshot, layer }: LendingEvent): boolean {
    return snapshot.stable !== null && unit(draw(market.key! + 4, layer)) < snapshot.stable / snapshot.borrowed
  }

  function account(market: StoredLendingMarket, bits: number): string {
    return namesOf(market)!.accountNear(market.key!, Math.floor(unit(bits) * accounts))
  }

  return { namesOf, userOf, liquidatorOf, isStable }
}

type SnapshotRow = [
  market: number,
  time: number,
  block: number,
  total: number,
  borrowed: number,
  stable: number | null,
  stableRate: number | null,
  variableRate: number,
]

/** How far a slice has been read: all before the span `next`. */
interface Scan {
  readonly position: WalkPosition | null
  readonly size: number
  next: number | undefined
  records: string[]
  /** Records of the spans that are read; others are read again. */
  count: number
}

function eventsIn(store: Store): Source<StoredLendingMarket[], EventParameters> {
  const { coverage } = store
  const heldOf = heldBlocks(store)
  const users = lendingUsers(store)
  const etherPrices = priceReader(store)
  const ether = suppliedAssets(store).find(({ code }) => code === 'weth')?.place ?? null
  const snapshots = store.prepare<SnapshotRow>(
    `SELECT market, timestamp, block_number, total_liquidity, total_borrowed, stable_borrowed, stable_borrow_rate,
       variable_borrow_rate FROM lending_snapshot
     WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp, block_number, market`,
  )
  const lastBefore = store.prepare<[total: number, borrowed: number]>(
    `SELECT total_liquidity, total_borrowed FROM lending_snapshot
     WHERE market = :market AND timestamp < :from ORDER BY timestamp DESC, block_number DESC LIMIT 1`,
  )
  const scans = new WeakMap<EventQuery, Scan>()

  function slice(query: EventQuery, position: WalkPosition | null, size: number): Slice {
    const scan = scanOf(query, position, size)
    return heldOf(query, position, (held, asked) => eventsOf(held, asked, position, scan))
  }

  /** Of the same slice, which is read again when what it lacked is there. */
  function scanOf(query: EventQuery, position: WalkPosition | null, size: number): Scan {
    const known = scans.get(query)
    if (known?.position === position && known.size === size) return known
    const scan = { position, size, next: undefined, records: [], count: 0 }
    scans.set(query, scan)
    return scan
  }

  /** @param query the part of what is asked that is held @throws Unfinished */
  function eventsOf(query: EventQuery, asked: EventQuery, position: WalkPosition | null, scan: Scan): Slice {
    const { size } = scan
    const step = query.sort === 'asc' ? 1 : -1
    const [first, last] = [Math.floor(query.from / span), Math.floor((query.until - 1) / span)]
    const start = position ? Math.floor(Number(position[0]) / span) : step === 1 ? first : last
    const records = scan.records.slice(0, scan.count)
    for (let n = scan.next ?? Math.min(Math.max(start, first), last); n >= first && n <= last; n += step) {
      const events = within(query, n * span)
      if (step === -1) events.reverse()
      for (const event of events) {
        if (position && step * compare(keyOf(event), position.map(Number)) < 0) continue
        if (records.length === size) return sliceOf(records, keyOf(event))
        records.push(JSON.stringify(recordOf(event)))
      }
      const isWhole =
        (query.from === asked.from || query.from <= n * span) &&
        (query.until === asked.until || query.until >= (n + 1) * span)
      // Kinds of events may depend on what is lacking.
      if (!isWhole || coverage.isLacking) continue
      Object.assign(scan, { next: n + step, records, count: records.length })
      giveWay()
    }
    return sliceOf(records, null)
  }

  /** The events of a span that the query keeps, in order. */
  function within(query: EventQuery, from: number): LendingEvent[] {
    const markets = new Map(query.entity.map(market => [market.id, market]))
    const keeps = filterOf(query)
    const levels = new Map<number, Level>()
    const events: LendingEvent[] = []
    for (const [id, ...columns] of snapshots.all({ from, until: Math.min(from + span, query.until) })) {
      const [time, block, total, borrowed, stable, stableRate, variableRate] = columns
      const market = markets.get(id)
      if (!market || market.key === null || !users.namesOf(market)) continue
      const snapshot = { time, block, total, borrowed, stable, stableRate, variableRate }
      const before = levels.get(id) ?? levelBefore(id, from)
      levels.set(id, snapshot)
      if (before && time >= query.from) events.push(...between(market, before, snapshot).filter(keeps))
    }
    return events.sort((a, b) => compare(keyOf(a), keyOf(b)))
  }

  function levelBefore(market: number, from: number): Level | undefined {
    const row = lastBefore.get({ market, from })
    return row && { total: row[0], borrowed: row[1] }
  }

  function between(market: StoredLendingMarket, before: Level, snapshot: Snapshot): LendingEvent[] {
    const events: LendingEvent[] = []
    const add = (type: EventType, from: number, to: number) => {
      for (const { layer, units } of layersBetween(from, to, market.layer!)) {
        const logIndex = (firstLog + events.length) * logStride + (market.id % logStride)
        events.push({ market, snapshot, type, logIndex, layer, units })
      }
    }
    add(snapshot.total > before.total ? 'deposit' : 'withdraw', before.total, snapshot.total)
    if (snapshot.borrowed > before.borrowed) add('borrow', before.borrowed, snapshot.borrowed)
    else if (snapshot.borrowed < before.borrowed)
      add(isCrash(snapshot.time) ? 'liquidation' : 'repayment', before.borrowed, snapshot.borrowed)
    return events
  }

  function isCrash(time: number): boolean {
    const [before, now] = [time - span, time].map(at => {
      const step = floorTo(at, supplyStep)
      const prices = etherPrices.all(step, step + 1).get(step)
      return prices === undefined || ether === null ? Number.NaN : priceAt(prices, ether)
    })
    return now! / before! < 1 - crash
  }

  function filterOf({ parameters, now }: EventQuery): (event: LendingEvent) => boolean {
    const { user_address, type, tx_hash, block_number, start_block = 0, end_block, live } = parameters
    const placeOn = remembered((names: ChainNames) => names.find(tx_hash!))
    const isAsked = ({ market, logIndex, snapshot }: LendingEvent) => {
      const place = placeOn(users.namesOf(market)!)
      return place?.logIndex === logIndex && place.block === snapshot.block
    }
    return event => {
      const { market, snapshot } = event
      const { block, time } = snapshot
      if (!live && time >= now - market.chain.confirmation) return false
      if (block < start_block || block > (end_block ?? block) || block !== (block_number ?? block)) return false
      if (type && !type.includes(event.type)) return false
      if (tx_hash !== undefined && !isAsked(event)) return false
      return user_address === undefined || user_address.includes(users.userOf(event))
    }
  }

  function recordOf(event: LendingEvent): object {
    const { market, snapshot, type, logIndex, units } = event
    const { blockchain, protocol } = market.names
    const { asset_symbol, protocol: _, ...tokens } = JSON.parse(`{${market.fixed}}`)
    return {
      blockchain,
      block_number: snapshot.block,
      datetime: snapshot.time / second,
      transaction_hash: users.namesOf(market)!.transaction(snapshot.block, logIndex),
      log_index: logIndex,
      exchange_code: protocol,
      protocol,
      type,
      user_address: users.userOf(event),
      asset_symbol: asset_symbol.toLowerCase(),
      ...tokens,
      amount: units / 1e6,
      metadata: metadataOf(event),
    }
  }

  function metadataOf(event: LendingEvent): object {
    const { type, market, snapshot, units } = event
    const onBehalfOf = users.userOf(event)
    const amountInReceiptAsset = formatDecimal(units, 6)
    const isStable = users.isStable(event)
    const borrowRateMode = isStable ? 'stable' : 'variable'
    if (type === 'deposit') return { onBehalfOf, amountInReceiptAsset }
    if (type === 'withdraw') return { to: onBehalfOf, amountInReceiptAsset }
    if (type === 'repayment') return { borrowRateMode, amountInReceiptAsset, onBehalfOf }
    if (type === 'borrow')
      return { borrowRateMode, borrowRate: isStable ? snapshot.stableRate : snapshot.variableRate, onBehalfOf }
    const collateralAmount = Math.round(units * bonus) / 1e6
    const liquidator = users.liquidatorOf(event)
    return { liquidator, debtAsset: market.names.asset, debtAmount: units / 1e6, collateralAmount }
  }

  return { slice, isPosition: integers(3) }
}

/** Of the order of events, and of positions. */
function keyOf({ snapshot, logIndex }: LendingEvent): number[] {
  return [snapshot.time, snapshot.block, logIndex]
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!
}

const Amount = Type.Number({ unit: 'in whole tokens' })

const eventQuery = {
  blockchain: Type.Optional(ListOf(Code)),
  ...marketFilters,
  user_address: Type.Optional(ListOf(Address, { description: 'keeps events of these accounts' })),
  type: Type.Optional(
    ListOf(OneOf(types), { example: ['borrow'], description: 'keeps events of these types; all by default' }),
  ),
  tx_hash: Type.Optional(TransactionHash),
  ...OfBlocks,
  sort: Sort(),
  page_size: PageSize(100, 1000),
}

export const lendingEvents = operation({
  id: 'listLendingEvents',
  summary: 'Deposits, loans and liquidations of lending markets',
  description:
    'What users did on DeFi lending markets, for following positions and flows. The events between two snapshots of a ' +
    'market add up to the change of its balances. Records are ordered by `datetime` (block time, in seconds), block, ' +
    'then `log_index`. `amount` is in whole tokens; `metadata` differs by `type`. Events without `live=true` are final. ' +
    'Example: the loans of weth on one protocol with `protocol=aav3&asset=weth&type=borrow`.',
  path: '/v2/data/lending.:data_version/events',
  subject: lendingMarkets,
  query: eventQuery,
  row: {
    blockchain: Identifier,
    block_number: BlockNumber,
    datetime: { ...Seconds, description: 'block time' },
    transaction_hash: Identifier,
    log_index: Type.Integer(),
    exchange_code: Type.String({ description: 'the protocol' }),
    protocol: Type.String(),
    type: OneOf(types),
    user_address: { ...Identifier, description: 'account whose balance changed' },
    asset_symbol: Type.String({ description: 'symbol in lower case' }),
    asset_address: Type.String(),
    asset_decimals: Type.Integer(),
    receipt_symbol: Type.String({ description: 'symbol of the deposit token' }),
    receipt_address: Type.String(),
    receipt_decimals: Type.Integer(),
    amount: Amount,
    metadata: Type.Object({
      borrowRateMode: Type.Optional(OneOf(['stable', 'variable'], { description: 'of borrow and repayment' })),
      borrowRate: Type.Optional(Type.Number({ description: 'of borrow; fraction per year' })),
      onBehalfOf: Type.Optional(Type.String({ description: 'account whose balance changed' })),
      to: Type.Optional(Type.String({ description: 'of withdraw: account that receives the tokens' })),
      amountInReceiptAsset: Type.Optional(Type.String({ description: 'amount in deposit tokens' })),
      liquidator: Type.Optional(Type.String({ description: 'account that repays and takes the collateral' })),
      debtAsset: Type.Optional(Type.String({ description: 'asset of the repaid debt' })),
      debtAmount: Type.Optional(Type.Number({ description: 'repaid debt in whole tokens' })),
      collateralAmount: Type.Optional(Type.Number({ description: 'collateral taken, at the value of the debt asset' })),
    }),
  },
  page: { prepare: eventsIn },
  example: { data_version: 'v1', protocol: 'aav3', live: 'true' },
})
