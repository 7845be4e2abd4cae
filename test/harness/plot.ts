/** One set of points; x and y in the units of its plot. */
export interface Series {
  kind: 'line' | 'bars' | 'dots'
  /** A mid-tone that is legible on white and on dark pages. */
  colour: string
  points: readonly (readonly [x: number, y: number])[]
}

export interface Plot {
  title: string
  x: { from: number; to: number; labels: readonly [at: number, text: string][] }
  y: { from: number; to: number; labels: readonly [at: number, text: string][] }
  series: readonly Series[]
}

/** Powers of ten and their labels. */
export function decades(from: number, to: number): [number, string][] {
  return Array.from({ length: to - from + 1 }, (_, n) => [from + n, (10 ** (from + n)).toLocaleString('en-US')])
}

/** Whole numbers that are evenly spaced on a logarithmic axis. */
export function spaced(most: number): number[] {
  const all = Array.from({ length: 60 }, (_, n) => Math.round(1.2 ** n))
  return [...new Set(all)].filter(n => n <= most)
}

const width = 880
const height = 300
const frame = { left: 64, right: 860, top: 34, bottom: 266 }
const style =
  '.t{font:13px system-ui,sans-serif;fill:#848d97}.g{stroke:#848d97;stroke-opacity:.25}.l{fill:none;stroke-width:1.6}'

/** Draws lines, bars and dots over two axes as a self-contained SVG. */
export function plotSvg(plot: Plot): string {
  const { title, x, y } = plot
  const across = (value: number) => frame.left + ((value - x.from) / (x.to - x.from)) * (frame.right - frame.left)
  const up = (value: number) => {
    const share = Math.min(1, Math.max(0, (value - y.from) / (y.to - y.from)))
    return frame.bottom - share * (frame.bottom - frame.top)
  }
  const grid = y.labels.flatMap(([at, text]) => [
    `<path class="g" d="M${frame.left} ${short(up(at))}H${frame.right}"/>`,
    label(frame.left - 8, up(at) + 4, text, 'end'),
  ])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<style>${style}</style>`,
    label(12, 18, title, 'start'),
    ...grid,
    ...plot.series.map(series => drawn(series, across, up, up(Math.max(0, y.from)))),
    ...x.labels.map(([at, text]) => label(across(at), 286, text, 'middle')),
    '</svg>\n',
  ].join('\n')
}

type Scale = (value: number) => number

function drawn({ kind, colour, points }: Series, across: Scale, up: Scale, base: number): string {
  const places = points.map(([x, y]): [string, string] => [short(across(x)), short(up(y))])
  if (kind === 'line')
    return `<path class="l" stroke="${colour}" d="M${places.map(([x, y]) => `${x} ${y}`).join('L')}"/>`
  if (kind === 'dots') return places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2" fill="${colour}"/>`).join('')
  const space = points.length > 1 ? Math.abs(across(points[1]![0]) - across(points[0]![0])) : 10
  const bar = Math.max(1, space * 0.75)
  return `<path stroke="${colour}" stroke-width="${short(bar)}" d="${places.map(([x, y]) => `M${x} ${short(base)}V${y}`).join('')}"/>`
}

export function label(x: number, y: number, text: string, anchor = 'start'): string {
  return `<text class="t" x="${short(x)}" y="${short(y)}" text-anchor="${anchor}">${text}</text>`
}

/** A length in pixels. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}
