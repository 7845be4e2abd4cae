import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { lazy } from '../../market/made-once.ts'

/** The package's folder: that of `dist/`, or of the sources. */
const root = lazy(() => {
  const folders = ['../', '../../../'].map(path => new URL(path, import.meta.url))
  return folders.find(folder => existsSync(new URL('docs/powers.md', folder)))
})

/** Pages in reading order: the name in the address and the title in the menu. */
const chapters: Record<string, string> = {
  readme: 'Start',
  testing: 'Testing',
  powers: 'Control plane',
  operations: 'Operations',
  market: 'The market',
  scenarios: 'Scenarios',
  dates: 'Dates',
  running: 'Running',
  settings: 'Settings',
  'own-data': 'Own data',
  performance: 'Performance',
  differences: 'Differences',
  decisions: 'Decisions',
  contributing: 'Contributing',
  security: 'Security',
  changelog: 'Changelog',
}

/** The views of the console, as in its own header. */
const views: Record<string, string> = {
  market: 'Market',
  families: 'Other data',
  coverage: 'Coverage',
  requests: 'Requests',
  controls: 'Controls',
  scenarios: 'Scenarios',
}

/** Undefined if there is no such page or picture. @param name such as `testing.html` */
export function guideFile(name: string): URL | undefined {
  if (root() === undefined) return undefined
  const page = /^([a-z-]+)\.html$/.exec(name)?.[1]
  const paths = page === undefined ? [`docs/pictures/${name}`] : [`docs/${page}.md`, `${page.toUpperCase()}.md`]
  return paths.map(path => new URL(path, root())).find(file => existsSync(file))
}

export async function guidePage(file: URL, name: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8')
  const page = name.replace('.html', '')
  const title = chapters[page] ?? page
  return Buffer.from(template({ title, page, body: await rendered(text) }))
}

/** Addresses of the server in the documentation; some are on the host of a region or of the reference data. */
const addresses = /http:\/\/(?:(eu|us|reference)\.)?(?:localhost|127\.0\.0\.1):4780/g

/** The page with the address under which its reader reaches the server. */
export function addressed(page: string, origin: string): string {
  return page.replace(addresses, (_, service?: string) => escaped(service ? serviceAt(origin, service) : origin))
}

/** Hosts other than `localhost` may have no names for their services, so a base path selects the region. */
function serviceAt(origin: string, service: string): string {
  const [, scheme, host] = /^(https?:\/\/)(?:.*\.)?(localhost(?::\d+)?)$/.exec(origin) ?? []
  if (host !== undefined) return `${scheme}${service}.${host}`
  return service === 'reference' ? origin : `${origin}/${service}`
}

async function rendered(text: string): Promise<string> {
  const { Marked } = await import('marked')
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        const target = targetOf(href)
        return target === undefined ? content : `<a href="${escaped(target)}">${content}</a>`
      },
      image: ({ href, text }) =>
        `<img src="${escaped(href.replace(/^docs\//, ''))}" alt="${escaped(text)}" loading="lazy">`,
      // Keyboards reach the overflow of wide code and tables.
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    },
  })
  const html = await marked.parse(text)
  let tables = 0
  return html
    .replace(/<table>/g, () => `<div class="scroll" tabindex="0" role="region" aria-label="Table ${++tables}"><table>`)
    .replace(/<\/table>/g, '</table></div>')
}

/** Undefined for files that are not served. */
function targetOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [, name, anchor = ''] = /^(?:\.\.?\/|docs\/)*([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return name === undefined ? undefined : `${name.toLowerCase()}.html${anchor}`
}

/** Anchors as the forges make them. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, one => `&#${one.charCodeAt(0)};`)
}

function template({ title, page, body }: { title: string; page: string; body: string }): string {
  const viewLinks = Object.entries(views).map(([view, text]) => `<a href="../console/?view=${view}">${text}</a>`)
  const links = Object.entries(chapters).map(
    ([name, text]) => `<a href="${name}.html"${name === page ? ' aria-current="page"' : ''}>${text}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} – market-data-sandbox</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="house.css">
<link rel="stylesheet" href="guide.css">
</head>
<body>
<header><p class="brand"><a href="../console/">market-data-sandbox</a></p><nav aria-label="Pages">${viewLinks.join('')}<a href="./">API reference</a><a href="readme.html" aria-current="page">Help</a></nav></header>
<div class="guide">
<nav aria-label="Help">${links.join('')}</nav>
<main>
${body}</main>
</div>
</body>
</html>
`
}

/** Says in a browser that an address is unknown. */
export function lostPage(message: string): string {
  const body = `<h1>Nothing is here</h1><p>${escaped(message)}</p><p><a href="/console/">Console</a> · <a href="/docs/">API reference</a> · <a href="/docs/readme.html">Help</a></p>`
  return template({ title: 'Nothing is here', page: '', body }).replace(
    /(href=")(?!\/|http)(\.\.\/)?/g,
    (_, start, up) => start + (up ? '/' : '/docs/'),
  )
}
