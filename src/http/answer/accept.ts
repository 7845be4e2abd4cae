/** Quality is 0 to 1. */
export interface AcceptEntry {
  name: string
  quality: number
}

export function readAccept(header: string): AcceptEntry[] {
  return header.split(',').map(readEntry)
}

function readEntry(text: string): AcceptEntry {
  const [name = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const given = parameters.map(parameter => /^q\s*=(.*)/.exec(parameter)?.[1]).find(value => value !== undefined)
  const quality = given ? Number(given) : 1
  return { name, quality: Number.isNaN(quality) ? 1 : quality }
}

/** Media ranges that include JSON, the most specific first. The last one is Java's default. */
const ranges = ['application/json', 'application/*', '*/*', '*']

/** An absent or empty header allows everything. */
export function acceptsJson(accept: string | undefined): boolean {
  if (!accept || accept === '*/*' || accept === ranges[0]) return true
  const given = readAccept(accept)
  const own = ranges.map(range => given.filter(({ name }) => name === range)).find(found => found.length > 0)
  return own?.some(({ quality }) => quality !== 0) ?? false
}

export function prefersHtml(accept = ''): boolean {
  const names = readAccept(accept).flatMap(({ name, quality }) => (quality === 0 ? [] : [name]))
  return names.includes('text/html') && !names.includes('application/json')
}
