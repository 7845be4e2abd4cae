import { ask, query, segments, useRetry } from '../base/api.js'
import { useEffect, useRef, useState } from '../preact.js'

export const intervals = { '1m': 6e4, '5m': 3e5, '15m': 9e5, '1h': 36e5, '4h': 144e5, '1d': 864e5 }

/** What the buttons show: bars of an interval over a time. */
export const ranges = {
  '1D': { interval: '5m', span: 864e5 },
  '1W': { interval: '1h', span: 7 * 864e5 },
  '1M': { interval: '4h', span: 30 * 864e5 },
  '1Y': { interval: '1d', span: 365 * 864e5 },
  All: { interval: '1d', span: Number.POSITIVE_INFINITY },
}

const first = 300
const further = 500
/** Nobody sees more bars at once; the whole history of days fits. */
const most = 20_000

export function barsPath(instrument, interval, parameters) {
  const path = `v2/data/trades.v1/exchanges/${segments(instrument)}/aggregations/count_ohlcv_vwap`
  return query(path, { interval, ...parameters })
}

const iso = time => new Date(time).toISOString()

/** Bars of an instrument that grow at both ends; one at a time asks for more. */
class Bars {
  /** By time, ascending. */
  records = []
  /** The instrument has no older ones, or no newer ones. */
  isWhole = { older: false, newer: false }
  paths = []
  answers = []
  #abort = new AbortController()
  #asking

  constructor(instrument, interval) {
    this.instrument = instrument
    this.interval = interval
    this.width = intervals[interval]
  }

  end() {
    this.#abort.abort()
  }

  /** The newest bars, or those around a time. */
  begin(at, count = first) {
    const until = at === undefined ? undefined : iso(at + 60 * this.width)
    return this.#ask({ end_time: until, page_size: Math.min(Math.max(count, first), most) }, page => {
      this.records = page.data.toReversed()
      this.isWhole.older = page.next_url === undefined
      this.isWhole.newer = at === undefined
    })
  }

  older() {
    if (this.isWhole.older || this.records.length === 0) return undefined
    return this.#ask({ end_time: iso(this.records[0].timestamp), page_size: further }, page => {
      this.isWhole.older = page.next_url === undefined
      this.records = [...page.data.toReversed(), ...this.records].slice(0, most)
    })
  }

  /** The bars after the last one, and the last one again, which may have grown. */
  newer() {
    const last = this.records.at(-1)
    if (last === undefined) return this.begin()
    const range = { start_time: iso(last.timestamp), sort: 'asc', page_size: further }
    return this.#ask(range, page => {
      if (page.data.length === 0) return
      const from = page.data[0].timestamp
      this.isWhole.newer = page.next_url === undefined
      this.records = [...this.records.filter(({ timestamp }) => timestamp < from), ...page.data].slice(-most)
    })
  }

  /** Undefined while another page is on its way. */
  #ask(parameters, take) {
    if (this.#asking) return undefined
    const path = barsPath(this.instrument, this.interval, parameters)
    this.#asking = ask(path, this.#abort)
      .then(page => {
        this.paths = [path]
        this.answers = [page]
        take(page)
      })
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking
  }
}

/**
 * Bars with functions that load more of them. Those of the instrument before stay until the new ones are there.
 * @param at time around which they begin; the newest if absent @param beat they are continued when it changes
 */
export function useBars(instrument, interval, { at, count, beat }) {
  const [state, setState] = useState({})
  const bars = useRef()
  const [tries, setTries] = useState(0)
  const show = () => {
    const { records, paths, answers, isWhole } = bars.current
    setState({ instrument, interval, records, paths, answers, isWhole: { ...isWhole } })
  }
  const load = work =>
    work?.then(show, error => error.name === 'AbortError' || setState(known => ({ ...known, error })))
  const has = time => {
    const { records = [] } = bars.current ?? {}
    return records.length > 0 && time >= records[0].timestamp && time <= records.at(-1).timestamp + intervals[interval]
  }
  useEffect(() => {
    bars.current?.end()
    bars.current = new Bars(instrument, interval)
    load(bars.current.begin(at, count))
    return () => bars.current.end()
  }, [instrument, interval, count, tries])
  useEffect(() => {
    if (bars.current.records.length === 0) return
    if (at === undefined ? !bars.current.isWhole.newer : !has(at)) load(bars.current.begin(at, count))
  }, [at])
  useEffect(() => {
    if (beat > 0 && bars.current.isWhole.newer) load(bars.current.newer())
  }, [beat])
  const current = state.instrument === instrument && state.interval === interval
  const again = () => setTries(n => n + 1)
  useRetry(current ? undefined : state.error, again)
  return {
    ...state,
    busy: !current && !state.error,
    older: () => load(bars.current.older()),
    newer: () => bars.current.isWhole.newer || load(bars.current.newer()),
    again,
  }
}
