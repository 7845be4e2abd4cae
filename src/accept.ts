/** The ranges that JSON is in, the most specific first: what that one says counts. The last is Java's word for any. */
const ranges = ['application/json', 'application/*', '*/*', '*']

/** Whether an Accept header allows `application/json`; an absent or empty one allows everything. */
export function acceptsJson(accept: string | undefined): boolean {
  if (!accept || accept === '*/*' || accept === ranges[0]) return true
  const given = accept.split(',').map(readRange)
  const own = ranges.map(range => given.filter(({ name }) => name === range)).find(found => found.length > 0)
  return own?.some(({ quality }) => quality !== 0) ?? false
}

/** Whether an Accept header asks for a page rather than for data, as browsers do. */
export function prefersHtml(accept = ''): boolean {
  const names = accept.split(',').flatMap(text => (readRange(text).quality === 0 ? [] : [readRange(text).name]))
  return names.includes('text/html') && !names.includes('application/json')
}

function readRange(text: string): { name: string; quality: number } {
  const [name = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const quality = parameters.map(parameter => /^q\s*=(.*)/.exec(parameter)?.[1]).find(value => value !== undefined)
  return { name, quality: quality ? Number(quality) : 1 }
}
