import { recordSeparator } from '../../src/operations/paging/page.ts'
import type { Served } from './server.ts'

/** A page as received: its envelope, and the text of its records. */
export interface Page {
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types
  body: any
  records: string
}

export type Follow = 'next_url' | 'continuation_token'

const mostPages = 10_000

/** One page; throws unless successful. */
export async function page(server: Served, url: string): Promise<Page> {
  const answer = await server.get(url)
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  return { body: answer.json(), records: recordsOf(answer.body) }
}

/** All pages from a first URL. `between` is called before each further page. */
export async function walk(
  server: Served,
  url: string,
  follow: Follow = 'next_url',
  between: (pages: Page[]) => unknown = () => {},
): Promise<Page[]> {
  const pages = [await page(server, url)]
  for (let last = pages[0]!; last.body.next_url !== undefined; last = pages.at(-1)!) {
    if (pages.length > mostPages) throw new Error('the walk does not end')
    await between(pages)
    pages.push(await page(server, nextOf(url, last, follow)))
  }
  return pages
}

function nextOf(url: string, { body }: Page, follow: Follow): string {
  if (follow === 'next_url') return body.next_url
  return `${url.split('?')[0]}?continuation_token=${body.continuation_token}`
}

/** The records of pages as one text, for byte comparison. */
export function joinedRecords(pages: Page[]): string {
  return pages.map(({ records }) => records).join(recordSeparator)
}

/** The text within the brackets of `data`; the rest has no bracket. */
function recordsOf(body: string): string {
  return body.slice(body.indexOf('"data":[') + '"data":['.length, body.lastIndexOf(']'))
}
