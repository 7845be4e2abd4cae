import { join } from 'node:path'
import type { StoredPage } from './peers.ts'
import { writeResult } from './plan.ts'
import { type Random, randomFrom, weightedChoice } from './random.ts'
import { getJson, getOk } from './request.ts'
import { frozenAt, pagesFolder, type Running, type SubjectId } from './subjects.ts'

export interface Load {
  id: string
  title: string
  subjects: readonly SubjectId[]
  /** Number of connections; default: as in the plan. */
  connections?: number
  /** The number of records in every response: a shorter page would look fast. Undefined: at least one. */
  records?: number
  /** Returns the source of the load's URLs: each call gives the next one. */
  urls(world: MarketContents, random: Random): () => string
}

export interface PreparedLoad extends Load {
  nextUrl: () => string
  /** Response of servers without a store: a page of median length. */
  page: Buffer
}

/** Instruments in order of their trades, most first. */
export interface MarketContents {
  instruments: readonly ListedInstrument[]
  trades: number
}

export interface InstrumentPlace {
  exchange_code: string
  class: string
  code: string
}

/** The fields that the bench needs. */
export interface ListedInstrument extends InstrumentPlace {
  trade_count: number
  /** 0 if the store does not hold its trades. */
  trade_compressed_size: number
  trade_start_timestamp: number | null
  /** Null while the instrument trades. */
  trade_end_timestamp: number | null
}

const everyone: readonly SubjectId[] = ['floor', 'ours', 'prism', 'mockoon', 'json-server']

/** "Cold" loads never repeat a URL: instruments at random, weighted by trades, and random times in the second half. */
export const loads: readonly Load[] = [
  {
    id: 'trades-100',
    title: 'Page of 100 trades, cold',
    subjects: everyone,
    records: 100,
    urls: randomTrades(100),
  },
  {
    id: 'trades-100-again',
    title: 'Same page of 100 trades again, frozen clock',
    subjects: ['floor', 'ours'],
    records: 100,
    urls: ({ instruments }) => {
      const url = `${tradesOf(instruments[0]!)}?page_size=100`
      return () => url
    },
  },
  {
    id: 'trades-1000',
    title: 'Page of 1,000 trades, cold',
    subjects: everyone,
    records: 1000,
    urls: randomTrades(1000),
  },
  {
    id: 'trades-100-threads',
    title: 'Page of 100 trades, cold, two serving threads',
    subjects: ['ours', 'two'],
    // The system assigns connections to threads by hash: the more there are, the more even.
    connections: 100,
    records: 100,
    urls: randomTrades(100),
  },
  {
    id: 'raw-book',
    title: 'Raw order book, up to 1,000 levels per side',
    subjects: ['floor', 'ours'],
    connections: 1,
    records: 1,
    // A store has order books for its last days only.
    urls: randomEnds(
      ({ instruments }) => `${booksOf(instruments[0]!)}/snapshots/raw?limit_orders=1000&page_size=1`,
      0.1,
    ),
  },
  {
    id: 'slippage',
    title: 'Slippage of a 10,000 USD order by day, 100 days',
    subjects: ['floor', 'ours'],
    connections: 1,
    urls: randomEnds(
      ({ instruments }) =>
        `${booksOf(instruments[0]!)}/ob_aggregations/slippage?interval=1d&page_size=100&slippage=10000`,
      0.1,
    ),
  },
  {
    id: 'lending-changes',
    title: '100 lending snapshots, by change',
    subjects: ['floor', 'ours'],
    connections: 1,
    urls: randomEnds(() => '/v2/data/lending.v1/snapshots?interval=change&page_size=100'),
  },
]

export function pathOf({ exchange_code, class: instrument_class, code }: InstrumentPlace): string {
  return `exchanges/${exchange_code}/${instrument_class}/${code}`
}

export function tradesOf(instrument: InstrumentPlace): string {
  return `/v3/data/trades.v1/${pathOf(instrument)}/trades`
}

function booksOf(instrument: ListedInstrument): string {
  return `/v2/data/order_book_snapshots.v1/${pathOf(instrument)}`
}

function randomTrades(size: number): Load['urls'] {
  return ({ instruments }, random) => {
    const busy = instruments.filter(({ trade_count }) => trade_count >= 4 * size)
    if (busy.length === 0) throw new Error(`no instrument of this store has ${4 * size} trades`)
    const choose = weightedChoice(busy, ({ trade_count }) => trade_count, random)
    return () => {
      const instrument = choose()
      return `${tradesOf(instrument)}?page_size=${size}&end_time=${endTime(instrument, 0.5, random)}`
    }
  }
}

function randomEnds(url: (world: MarketContents) => string, share = 0.5): Load['urls'] {
  return (world, random) => () => `${url(world)}&end_time=${endTime(world.instruments[0]!, share, random)}`
}

/** A time in the last `share` of an instrument's life, late enough for a full page before it. */
function endTime(instrument: ListedInstrument, share: number, random: Random): string {
  const end = instrument.trade_end_timestamp ?? Date.parse(frozenAt)
  const length = end - instrument.trade_start_timestamp!
  return new Date(Math.floor(end - random() * share * length)).toISOString()
}

export async function readWorld(origin: string): Promise<MarketContents> {
  const { start } = await getJson(`${origin}/version`)
  const { data } = await getJson(`${origin}/v1/instruments?orderBy=trade_count&order=-1`)
  const held = (data as ListedInstrument[]).filter(one => one.trade_compressed_size > 0)
  // Loads read what the store holds, not what is generated when asked for.
  const since = (time: number | null) => time && Math.max(time, Date.parse(start))
  return {
    instruments: held.map(one => ({ ...one, trade_start_timestamp: since(one.trade_start_timestamp) })),
    trades: held.reduce((sum, { trade_count }) => sum + trade_count, 0),
  }
}

/** Pages that are checked per load. */
const sampleSize = 25

export async function prepareLoad(load: Load, world: MarketContents, ours: Running): Promise<PreparedLoad> {
  // A separate sequence, because two loads with the same URLs would not be cold.
  const nextUrl = load.urls(world, randomFrom(1 + loads.indexOf(load)))
  const pages: Buffer[] = []
  while (pages.length < sampleSize) pages.push(await samplePage(load, nextUrl(), ours))
  const page = pages.sort((a, b) => a.length - b.length)[Math.floor(sampleSize / 2)]!
  writeResult(join(pagesFolder, `${load.id}.json`), page)
  return { ...load, nextUrl, page }
}

async function samplePage({ records }: Load, url: string, { origin, subject }: Running): Promise<Buffer> {
  const { body } = await getOk(origin + url, { headers: subject.headers })
  const { data } = JSON.parse(body.toString())
  if (records === undefined ? data.length === 0 : data.length !== records)
    throw new Error(`${url} holds ${data.length} records, not ${records ?? 'at least one'}`)
  return body
}

export function pagesForPeers(prepared: readonly PreparedLoad[]): StoredPage[] {
  return prepared.filter(({ subjects }) => subjects === everyone).map(({ id, page }) => ({ id, body: page }))
}
