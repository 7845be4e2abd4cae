import { colour, emptyChart, frameColours, loading, onScheme, seconds, soft } from '../base/chart.js'
import { grouped, short } from '../base/format.js'
import { html, useEffect, useRef, useState } from '../preact.js'

/** Room for the legend. */
const zero = { top: 0.13, bottom: 0.05 }

/** The library's modes of a price scale. */
const modes = { linear: 0, log: 1, compared: 2 }

const closeTo = 25

/** What keys do to the range in view, in shares of its width: move it, or move its start. */
const moves = {
  ArrowLeft: [-0.2, -0.2],
  ArrowRight: [0.2, 0.2],
  '+': [0.3, 0],
  '=': [0.3, 0],
  '-': [1 - 1 / 0.7, 0],
}

/** Half of the width of a letter of a label, in pixels. */
const labelled = 3.3

/** Candles with VWAP, volume and a compared instrument, drawn by the library; kept while their data change. */
class Drawing {
  #places = -1
  #count = 0
  #first
  #marked = []

  constructor(library, element, { onRange, onMoment, onPin }) {
    this.chart = emptyChart(library, element, { rightOffset: 4, minBarSpacing: 0.2 })
    this.candles = this.chart.addSeries(library.CandlestickSeries, { borderVisible: false })
    this.vwap = this.chart.addSeries(library.LineSeries, {
      lineWidth: 1,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
    })
    this.other = this.chart.addSeries(library.LineSeries, { lineWidth: 2, priceLineVisible: false })
    const volume = { priceLineVisible: false, lastValueVisible: false }
    this.volume = this.chart.addSeries(library.HistogramSeries, volume, 1)
    this.volume.applyOptions({ priceFormat: { type: 'custom', formatter: short, minMove: 1e-8 } })
    this.candles.priceScale().applyOptions({ scaleMargins: zero })
    this.volume.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0 } })
    const [main, below] = this.chart.panes()
    main.setStretchFactor(4)
    below.setStretchFactor(1)
    this.marks = library.createSeriesMarkers(this.candles, [])
    this.chart.timeScale().subscribeVisibleLogicalRangeChange(range => {
      if (!range) return
      this.setMarks()
      onRange(range, this.#count)
    })
    this.chart.subscribeCrosshairMove(({ time }) => onMoment(time === undefined ? undefined : time * 1000))
    this.chart.subscribeClick(({ time }) => time !== undefined && onPin(time * 1000))
    this.paint()
  }

  paint() {
    const [upColor, downColor] = ['up', 'down'].map(colour)
    this.chart.applyOptions(frameColours())
    this.candles.applyOptions({ upColor, downColor, wickUpColor: upColor, wickDownColor: downColor })
    this.vwap.applyOptions({ color: colour('accent') })
    this.other.applyOptions({ color: colour('second') })
    this.tones = { up: upColor, down: downColor }
  }

  /** New bars keep the place that is in view. @param records ascending */
  setBars(records, places, hasVwap) {
    const scale = this.chart.timeScale()
    const inView = scale.getVisibleLogicalRange()
    const before = this.#first === undefined ? 0 : records.findIndex(({ timestamp }) => timestamp === this.#first)
    this.#count = records.length
    this.#first = records[0]?.timestamp
    const priceFormat = {
      type: 'custom',
      formatter: price => grouped(price.toFixed(places)),
      minMove: 10 ** -places,
    }
    if (places !== this.#places)
      for (const series of [this.candles, this.vwap, this.other]) series.applyOptions({ priceFormat })
    this.#places = places
    const faint = { up: soft(this.tones.up, 0.5), down: soft(this.tones.down, 0.5) }
    this.candles.setData(records.map(candleOf))
    this.vwap.setData(hasVwap ? records.filter(({ price }) => price !== null).map(pointOf) : [])
    this.volume.setData(
      records.map(bar => ({
        time: seconds(bar.timestamp),
        value: Number(bar.volume),
        color: Number(bar.close) < Number(bar.open) ? faint.down : faint.up,
      })),
    )
    if (inView && before > 0) scale.setVisibleLogicalRange({ from: inView.from + before, to: inView.to + before })
    return before < 0
  }

  setOther(records, { log }) {
    this.other.setData(
      records.filter(({ close }) => close !== null).map(bar => ({ ...pointOf(bar), value: Number(bar.close) })),
    )
    const mode = records.length > 0 ? modes.compared : log ? modes.log : modes.linear
    this.candles.priceScale().applyOptions({ mode })
  }

  /** Labels that would cover each other, or that an edge would cut, are left out. @param marks by time */
  setMarks(marks = this.#marked) {
    this.#marked = marks
    const tones = { ...this.tones, warn: colour('warn'), quiet: colour('quiet') }
    const scale = this.chart.timeScale()
    let free = 0
    const markers = marks.map(({ tone, text, ...mark }) => {
      const half = labelled * (text?.length ?? 0)
      const x = scale.timeToCoordinate(mark.time)
      const fits = text && x - half >= free && x + half <= scale.width()
      if (fits) free = x + half
      return { ...mark, color: tones[tone], ...(fits && { text }) }
    })
    this.marks.setMarkers(markers)
  }

  /** Shows a span that ends with the newest bar, or the bars around a time. */
  show(records, { span, at, width }) {
    if (records.length === 0) return
    const last = records.length - 1
    if (at !== undefined) {
      const index = (at - records[0].timestamp) / width
      const range = this.chart.timeScale().getVisibleLogicalRange()
      if (range && index > range.from && index < range.to) return
      const half = range ? Math.min((range.to - range.from) / 2, 100) : 75
      return this.chart.timeScale().setVisibleLogicalRange({ from: index - half, to: index + half })
    }
    const bars = Math.min(span / width, records.length)
    this.chart.timeScale().setVisibleLogicalRange({ from: last - bars, to: last + Math.max(2, bars / 40) })
  }

  /** Moves both ends of the range in view by shares of its width. */
  move(start, end) {
    const range = this.chart.timeScale().getVisibleLogicalRange()
    if (!range) return
    const width = range.to - range.from
    this.chart.timeScale().setVisibleLogicalRange({ from: range.from + width * start, to: range.to + width * end })
  }

  x(time, width) {
    return this.chart.timeScale().timeToCoordinate(seconds(time - (time % width)))
  }
}

const pointOf = bar => ({ time: seconds(bar.timestamp), value: Number(bar.price) })

function candleOf(bar) {
  const time = seconds(bar.timestamp)
  if (bar.open === null) return { time }
  return { time, open: Number(bar.open), high: Number(bar.high), low: Number(bar.low), close: Number(bar.close) }
}

/**
 * @param shown the bars with how they are shown: `{ records, width, places, hasVwap, span, at, other, log, marks, of }`;
 *   `of` names what they are about
 * @param onEdge called with `older` or `newer` near the end of the loaded bars
 */
export function PriceChart({ label, shown, onEdge, onMoment, onPin, children }) {
  const holder = useRef()
  const pin = useRef()
  const drawing = useRef()
  const handlers = useRef({})
  const [library, setLibrary] = useState()
  const [, setPlace] = useState(0)
  const { records, width, places, hasVwap, span, at, other, log, marks, of } = shown
  const placePin = () => {
    if (!pin.current) return
    const x = at === undefined ? null : drawing.current?.x(at, width)
    pin.current.hidden = x === null || x === undefined
    pin.current.style.left = `${x ?? 0}px`
  }
  handlers.current = { onEdge, onMoment, onPin, placePin }
  useEffect(() => {
    loading.then(setLibrary, () => {})
  }, [])
  useEffect(() => {
    if (!library) return undefined
    const made = new Drawing(library, holder.current, {
      onRange: (range, count) => {
        handlers.current.placePin()
        if (range.from < closeTo) handlers.current.onEdge('older')
        if (range.to > count - 1) handlers.current.onEdge('newer')
      },
      onMoment: time => handlers.current.onMoment(time),
      onPin: time => handlers.current.onPin(time),
    })
    drawing.current = made
    const leave = onScheme(() => {
      made.paint()
      setPlace(n => n + 1)
    })
    return () => {
      leave()
      made.chart.remove()
      drawing.current = undefined
    }
  }, [library])
  useEffect(() => {
    if (drawing.current?.setBars(records, places, hasVwap)) drawing.current.show(records, { span, at, width })
    placePin()
  }, [library, records, places, hasVwap])
  useEffect(() => drawing.current?.setOther(other, { log }), [library, other, log])
  useEffect(() => drawing.current?.setMarks(marks), [library, marks])
  useEffect(() => {
    drawing.current?.show(records, { span, at, width })
    placePin()
  }, [library, of, span, at])
  const onKey = event => {
    if (!Object.hasOwn(moves, event.key) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    drawing.current?.move(...moves[event.key])
  }
  return html`<div class="price-chart" tabindex="0" role="application" aria-label=${`${label}. Arrow keys pan, plus and minus zoom.`} onKeyDown=${onKey}>
    ${children}
    <div class="canvas" ref=${holder}></div>
    <div class="pin" ref=${pin} hidden><span>pinned</span></div>
  </div>`
}
