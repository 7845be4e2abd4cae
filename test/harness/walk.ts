import { recordSeparator } from '../../src/operations/page.ts'
import type { Served } from './server.ts'

/** One page as it came: its envelope, and its records as the text that stood between the brackets. */
export interface Page {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any
  records: string
}

export type Follow = 'next_url' | 'continuation_token'

const mostPages = 10_000

/** One page; whatever is not a success is thrown. */
export async function page(server: Served, url: string): Promise<Page> {
  const answer = await server.get(url)
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  return { body: answer.json(), records: recordsOf(answer.body) }
}

/** All pages from a first URL on. `between` is called before each further page. */
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

/** The records of pages as one text, to be compared byte for byte. */
export function glued(pages: Page[]): string {
  return pages.map(({ records }) => records).join(recordSeparator)
}

/** What stands between the brackets of `data`: nothing that follows it has a bracket. */
function recordsOf(body: string): string {
  return body.slice(body.indexOf('"data":[') + '"data":['.length, body.lastIndexOf(']'))
}
