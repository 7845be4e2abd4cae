import { formatTime } from '../market/time.ts'
import type { Access } from '../plans/access.ts'
import type { PageQuery } from './paging/page.ts'

type ReadableRange = Access['ranges']['data_range']

/** Why a query has no data, if the times show it. @param readable part of the store that the key may read */
export function timeHint(query: PageQuery, readable: ReadableRange, isOutside: boolean): string | undefined {
  if (isOutside) return `the requested times are outside the range with data${heldText(query.start, readable)}`
  const { from, until, start, opened, horizon, now } = query
  const isLimited = (from === opened && opened > start) || (until === horizon && horizon < now)
  if (from < until) return undefined
  if (isLimited) return `the requested times are outside the range of this API key ${rangeText(readable)}`
  return from === until ? 'the requested range is empty: its end, which is exclusive, equals its start' : undefined
}

/** Whether the requested times come after the last trade. */
export function endedHint({ from }: PageQuery, ended: number | undefined): string | undefined {
  if (ended === undefined || from <= ended) return undefined
  return `the last trade was at ${formatTime(ended)}, before the requested times`
}

/** Nothing may be there yet: what begins after a clock that stands before the store. */
function heldText(start: number, readable: ReadableRange): string {
  const range = rangeText(readable)
  if (range !== '') return ` ${range}`
  return Number.isFinite(start) ? `, which begins at ${formatTime(start)}` : ''
}

function rangeText({ start_timestamp, end_timestamp }: ReadableRange): string {
  const from = Number.isFinite(start_timestamp ?? Number.NaN) ? `from ${formatTime(start_timestamp!)}` : ''
  const to = Number.isFinite(end_timestamp ?? Number.NaN) ? `to ${formatTime(end_timestamp!)}` : ''
  return [from, to].filter(text => text !== '').join(' ')
}

/** The longest hint: header lines are short in most clients and proxies. */
const longest = 500

/** A text as the value of a header: one line of visible ASCII. */
export function headerText(text: string): string {
  const line = text.replaceAll('…', '...').replace(/[^ -~]+/g, '?')
  return line.length > longest ? `${line.slice(0, longest)}...` : line
}
