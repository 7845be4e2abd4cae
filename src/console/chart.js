import { Trouble } from './parts.js'
import { html, useEffect, useRef, useState } from './preact.js'

const colour = name => {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The library is half of the first view's bytes, so nothing waits for it except the charts. */
const loading = import('./lightweight-charts.js')

const kinds = { candles: 'CandlestickSeries', columns: 'HistogramSeries', line: 'LineSeries', area: 'AreaSeries' }

const palette = ['accent', 'up', 'down', 'quiet']

/** Seconds, the library's unit of time. */
export const seconds = milliseconds => Math.floor(milliseconds / 1000)

/** Decimal places needed by the values of a series, at most six. */
function places(data) {
  const last = data.slice(-50).map(point => String(point.close ?? point.value ?? 0))
  return Math.min(6, Math.max(...last.map(text => text.split('.')[1]?.length ?? 0), 0))
}

function optionsOf({ kind, title, tone, data }, n) {
  const color = colour(tone ?? palette[n % palette.length])
  const [upColor, downColor] = [colour('up'), colour('down')]
  const precision = places(data)
  const priceFormat = { type: 'price', precision, minMove: 10 ** -precision }
  const own = {
    candles: { upColor, downColor, wickUpColor: upColor, wickDownColor: downColor, borderVisible: false },
    columns: { color, priceScaleId: 'columns', priceFormat: { type: 'volume' }, priceLineVisible: false },
    line: { color, lineWidth: 2, priceLineVisible: false, lastValueVisible: true },
    area: { lineColor: color, topColor: color, bottomColor: 'transparent', lineWidth: 2, priceLineVisible: false },
  }
  return { title, ...(kind !== 'columns' && { priceFormat }), ...own[kind] }
}

function draw(library, element, series, onMoment) {
  const chart = library.createChart(element, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: colour('quiet'),
      fontFamily: 'system-ui, sans-serif',
      attributionLogo: false,
    },
    grid: { vertLines: { color: colour('line') }, horzLines: { color: colour('line') } },
    timeScale: { timeVisible: true, secondsVisible: true, borderColor: colour('line') },
    rightPriceScale: { borderColor: colour('line') },
    crosshair: { mode: 0 },
  })
  series.forEach((one, n) => {
    const added = chart.addSeries(library[kinds[one.kind]], optionsOf(one, n))
    if (one.kind === 'columns') added.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
    added.setData(one.data)
    if (one.markers?.length) library.createSeriesMarkers(added, one.markers)
  })
  chart.timeScale().fitContent()
  if (onMoment) chart.subscribeCrosshairMove(({ time }) => time !== undefined && onMoment(time * 1000))
  return chart
}

/**
 * A chart of series `{ kind, title, data, markers? }`, redrawn when they or the colour scheme change.
 * @param onMoment receives the time under the pointer, in milliseconds
 */
export function Chart({ label, series, onMoment, small }) {
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
    let chart = draw(library, holder.current, series, onMoment)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => {
      chart.remove()
      chart = draw(library, holder.current, series, onMoment)
    }
    scheme.addEventListener('change', redraw)
    return () => {
      scheme.removeEventListener('change', redraw)
      chart.remove()
    }
  }, [library, series])
  if (error) return html`<${Trouble} error=${error} />`
  return html`<div class=${small ? 'chart small' : 'chart'} ref=${holder} role="img" aria-label=${label}></div>`
}
