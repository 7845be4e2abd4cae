import { html, useEffect, useRef, useState } from '../preact.js'
import { busyWith } from './api.js'
import { grouped, plain, short } from './format.js'
import { Trouble } from './parts.js'

export const colour = name => {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The library is half of the first view's bytes, so nothing waits for it except the charts. */
export const loading = busyWith(import('../lightweight-charts.js'))

const kinds = {
  columns: 'HistogramSeries',
  line: 'LineSeries',
  trades: 'LineSeries',
  area: 'AreaSeries',
  stacked: 'AreaSeries',
}

export const palette = ['accent', 'second', 'up', 'warn', 'down', 'quiet']

/** Seconds, the library's unit of time. */
export const seconds = milliseconds => Math.floor(milliseconds / 1000)

/** Points of pairs of time and value, with strictly rising times; of those that share a second, the last. */
export const pointsOf = pairs =>
  [...new Map(pairs)]
    .sort(([a], [b]) => a - b)
    .map(([time, value]) => (Number.isNaN(Number.parseFloat(value)) ? { time } : { time, value: Number(value) }))

/** Decimal places needed by the values of a series, at most six, or six digits in all. */
function places(data) {
  const last = data.flatMap(({ value }) => (value === undefined ? [] : [value])).slice(-50)
  const needed = Math.max(...last.map(value => String(value).split('.')[1]?.length ?? 0), 0)
  const whole = Math.max(...last.map(value => Math.trunc(Math.abs(value)).toString().length), 1)
  return Math.min(6, needed, Math.max(0, 6 - whole))
}

/** How the values of a unit are written on an axis. */
const writers = {
  percent: value => `${plain(Number(value.toFixed(4)))} %`,
  amount: value => short(value),
  hundredths: value => value.toFixed(2),
  /** Columns below zero show a size. */
  size: value => short(Math.abs(value)),
}

function optionsOf({ kind, title, tone, data, unit }, n) {
  const color = colour(tone ?? palette[n % palette.length])
  const precision = places(data)
  const formatter = writers[unit] ?? (value => grouped(value.toFixed(precision)))
  const priceFormat = { type: 'custom', formatter, minMove: unit ? 1e-8 : 10 ** -precision }
  const own = {
    columns: { color },
    line: { color, lineWidth: 2 },
    // The last price holds until the next trade; a dot marks each bar with trades.
    trades: { color, lineWidth: 2, lineType: 1, pointMarkersVisible: true, pointMarkersRadius: 2.5 },
    area: { lineColor: color, topColor: soft(color, 0.5), bottomColor: soft(color, 0.05), lineWidth: 2 },
    // Parts of a sum, drawn from the largest sum to the smallest.
    stacked: { lineColor: color, topColor: color, bottomColor: color, lineWidth: 1, lastValueVisible: false },
  }
  const scaled = startsAtZero.has(kind) && { autoscaleInfoProvider: fromZero }
  return { title: kind === 'stacked' ? '' : title, priceFormat, priceLineVisible: false, ...scaled, ...own[kind] }
}

/** A column, or a part of a sum, is as high as it is large. */
function fromZero(original) {
  const found = original()
  if (!found?.priceRange) return found
  const { minValue, maxValue } = found.priceRange
  return { ...found, priceRange: { minValue: Math.min(0, minValue), maxValue: Math.max(0, maxValue) } }
}

const startsAtZero = new Set(['columns', 'stacked'])

/** A colour of the theme with less weight. */
export const soft = (color, weight) => color.replace(/^rgb\((.*)\)$/, `rgba($1, ${weight})`)

/** @param isStill whether it neither scrolls nor zooms */
export function emptyChart(library, element, timeScale, isStill = false) {
  return library.createChart(element, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      fontFamily: 'system-ui, sans-serif',
      attributionLogo: false,
      panes: { enableResize: false },
    },
    timeScale: { timeVisible: true, ...timeScale },
    // Labels that an edge would cut are left out.
    rightPriceScale: { entireTextOnly: true },
    crosshair: { mode: 0 },
    // A wheel scrolls the page, and so does a finger that moves up or down.
    handleScroll: isStill ? false : { mouseWheel: false, vertTouchDrag: false },
    handleScale: isStill ? false : { mouseWheel: false },
  })
}

/** Colours of axes and grid. */
export function frameColours() {
  const [textColor, line] = ['quiet', 'line'].map(colour)
  const border = { borderColor: line }
  return {
    layout: { textColor, panes: { separatorColor: line } },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    timeScale: border,
    rightPriceScale: border,
  }
}

/** @returns a function that ends the calls */
export function onScheme(repaint) {
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', repaint)
  return () => scheme.removeEventListener('change', repaint)
}

/** These keep the first and the last label within the picture. */
const fixedEdges = { minBarSpacing: 0.1, fixLeftEdge: true, fixRightEdge: true }

function draw(library, element, { series, small }) {
  const chart = emptyChart(library, element, fixedEdges, small)
  chart.applyOptions(frameColours())
  const known = new Map()
  const tones = tone => known.get(tone) ?? known.set(tone, colour(tone)).get(tone)
  series.forEach((one, n) => {
    const added = chart.addSeries(library[kinds[one.kind]], optionsOf(one, n), one.pane ?? 0)
    added.setData(one.data.map(({ tone, ...point }) => (tone ? { ...point, color: tones(tone) } : point)))
    if (startsAtZero.has(one.kind))
      added
        .priceScale()
        .applyOptions({ scaleMargins: { top: 0.1, bottom: one.data.some(({ value }) => value < 0) ? 0.05 : 0 } })
  })
  chart.timeScale().fitContent()
  return chart
}

/**
 * A chart of series `{ kind, title, data, unit?, pane? }`, redrawn when they or the colour scheme change.
 */
export function Chart({ label, series, small }) {
  const holder = useRef(null)
  const [{ library, error }, setLoaded] = useState({})
  useEffect(() => {
    loading.then(
      library => setLoaded({ library }),
      error => setLoaded({ error }),
    )
  }, [])
  useEffect(() => {
    if (!library) return
    let chart = draw(library, holder.current, { series, small })
    const leave = onScheme(() => {
      chart.remove()
      chart = draw(library, holder.current, { series, small })
    })
    return () => {
      leave()
      chart.remove()
    }
  }, [library, series])
  if (error) return html`<${Trouble} error=${error} />`
  return html`<div class=${small ? 'chart small' : 'chart'} ref=${holder} role="img" aria-label=${label}></div>`
}
