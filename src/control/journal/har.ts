import { STATUS_CODES } from 'node:http'
import { version } from '../../package.ts'
import { type DetailedEntry, partsOf } from './journal-entry.ts'

/** HTTP Archive 1.2, as browsers and HTTP tools read it. @param origin scheme, host and port of the data */
export function harOf(entries: Iterable<DetailedEntry>, origin: string): object {
  const creator = { name: 'market-data-sandbox', version }
  return { log: { version: '1.2', creator, entries: Iterator.from(entries).map(entry => archived(entry, origin)) } }
}

const unknown = -1

function archived(entry: DetailedEntry, origin: string) {
  const { began, ended, method, url, status, bytes, body, fault, why, key, ordinal } = entry
  const time = Date.parse(ended) - Date.parse(began)
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: unknown }
  return {
    startedDateTime: began,
    time,
    request: {
      ...common,
      method,
      url: origin + url,
      headers: headersOf(entry.request_headers),
      queryString: [...partsOf(entry).parameters].map(([name, value]) => ({ name, value })),
      bodySize: 0,
    },
    response: {
      ...common,
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: headersOf(entry.response_headers),
      content: {
        size: body && !body.truncated ? Buffer.byteLength(body.text) : unknown,
        mimeType: entry.response_headers['content-type'] ?? '',
        ...(body && { text: body.text }),
        ...(body?.truncated && { comment: 'the first 64 KB' }),
      },
      redirectURL: '',
      bodySize: bytes,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: [`#${ordinal}`, key, fault && `fault ${fault}`, why].filter(Boolean).join(', '),
  }
}

function headersOf(headers: Record<string, string>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
