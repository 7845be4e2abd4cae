import { Type } from '@sinclair/typebox'
import { type Moment, parseMoment } from '../src/market/time.ts'
import { askedBounds } from '../src/operations/bounds.ts'
import { type GridParameters, grid } from '../src/operations/paging/grid.ts'
import type { PageQuery, Source } from '../src/operations/paging/page.ts'
import type { WalkPosition } from '../src/operations/paging/token.ts'
import type { Store } from '../src/store/store.ts'
import { fc } from './harness/properties.ts'
import t from './harness/tap.ts'

// Intervals and time bounds alone: no store, no server.

const row = Type.Object({ timestamp: Type.Integer(), value: Type.Integer() })
const minute = 60_000

/** A grid whose intervals have a value if they are a multiple of `every` intervals. */
function gridOf(every: number, batch: number): Source<unknown, GridParameters> {
  const page = grid((_store, write) => ({
    batch: () => batch,
    empty: timestamp => write({ timestamp, value: 0 }),
    read(_query, { interval, from, until }, each) {
      for (let time = from; time < until; time += interval)
        if ((time / interval) % every === 0) each(time, write({ timestamp: time, value: 1 }))
    },
  }))
  return page.prepare({} as Store, row, name => name)
}

type Query = PageQuery<unknown, GridParameters>

function queryOf(interval: number, from: number, until: number, sort: 'asc' | 'desc'): Query {
  const edges = { from, until, earliest: from, start: from, opened: from, horizon: until, now: until, clock: until }
  return {
    ...edges,
    entity: undefined,
    bindings: {},
    parameters: { interval: { milliseconds: interval, text: `${interval / 1000}s` } },
    sort,
    frozen: true,
    lenient: false,
    url: '',
  }
}

/** All records of a walk in slices of at most `size`. */
function walk(source: ReturnType<typeof gridOf>, query: Query, size: number): { timestamp: number; value: number }[] {
  const records: { timestamp: number; value: number }[] = []
  let position: WalkPosition | null = null
  do {
    const slice = source.slice(query, position, size)
    if (slice.count > size) throw new Error(`${slice.count} records in a slice of ${size}`)
    records.push(...JSON.parse(`[${slice.json}]`))
    position = slice.next
    if (position !== null && !source.isPosition(position, query)) throw new Error(`${position} is no position`)
  } while (position !== null)
  return records
}

const intervals = fc.record({
  interval: fc.constantFrom(1000, minute, 5 * minute, 3_600_000),
  first: fc.integer({ min: 1, max: 1_000_000 }),
  count: fc.integer({ min: 1, max: 60 }),
  late: fc.double({ min: 0, max: 0.99, noNaN: true }),
  every: fc.integer({ min: 1, max: 5 }),
  batch: fc.integer({ min: 1, max: 20 }),
  size: fc.integer({ min: 1, max: 30 }),
})

t.test('slices of any size are all intervals once and in order, empty ones among them', async t => {
  fc.assert(
    fc.property(intervals, ({ interval, first, count, late, every, batch, size }) => {
      const from = first * interval
      const until = from + (count - 1) * interval + Math.floor(late * interval) + 1
      const source = gridOf(every, batch)
      const records = walk(source, queryOf(interval, from, until, 'asc'), size)
      const expected = Array.from({ length: count }, (_, n) => {
        return { timestamp: from + n * interval, value: (first + n) % every === 0 ? 1 : 0 }
      })
      const same = (found: unknown, wanted: unknown) => JSON.stringify(found) === JSON.stringify(wanted)
      return (
        same(records, expected) && same(walk(source, queryOf(interval, from, until, 'desc'), size), expected.reverse())
      )
    }),
  )
  t.pass('a property that fails throws')
})

t.test('a range without an interval has no record, and positions lie on the grid', async t => {
  const source = gridOf(1, 10)
  const query = { ...queryOf(minute, 10 * minute + 1, 10 * minute + 2, 'asc'), opened: 10 * minute + 1 }
  t.same(walk(source, { ...query, start: 11 * minute }, 5), [])
  const whole = queryOf(minute, 0, 3 * minute, 'asc')
  t.ok(source.isPosition([minute], whole), 'the start of an interval')
  for (const position of [[minute + 1], ['x'], [], [minute, 1]] as WalkPosition[])
    t.notOk(source.isPosition(position, whole), `${JSON.stringify(position)} is no start`)
})

t.test('a page of a position outside the range begins at its edge', async t => {
  const source = gridOf(1, 100)
  const query = queryOf(minute, 5 * minute, 8 * minute, 'asc')
  const times = (position: WalkPosition, sort: 'asc' | 'desc') =>
    JSON.parse(`[${source.slice({ ...query, sort }, position, 10).json}]`).map(
      ({ timestamp }: { timestamp: number }) => timestamp / minute,
    )
  t.same(times([2 * minute], 'asc'), [5, 6, 7])
  t.same(times([20 * minute], 'desc'), [7, 6, 5])
})

const bounds = Type.Object({
  start_time: Type.Optional(Type.String()),
  end_time: Type.Optional(Type.Unsafe<string>({ ...Type.String(), inclusive: true })),
  end_date: Type.Optional(Type.String()),
})
const momentOf = (text: string): Moment => parseMoment(text)!

t.test('an end is exclusive unless its schema says so, and both names of an end agree', async t => {
  const [early, late] = ['2026-01-30T00:00:00Z', '2026-01-31T00:00:00Z']
  const ask = (given: Record<string, string>) =>
    askedBounds(bounds, Object.fromEntries(Object.entries(given).map(([name, text]) => [name, momentOf(text)])))
  t.same(ask({}), {})
  t.same(ask({ start_time: early, end_time: late }), { from: Date.parse(early), until: Date.parse(late) + 1 })
  t.same(ask({ end_date: late }), { until: Date.parse(late) })
  t.throws(() => ask({ start_time: late, end_time: early }), { message: /start_time must not be after end_time/ })
  t.throws(() => ask({ end_time: late, end_date: early }), { message: /must be the same time/ })
  const blocks = { start_block: 7, end_block: 6 }
  t.throws(() => askedBounds(bounds, blocks), { message: 'start_block must not be after end_block: 7 is after 6' })
})
