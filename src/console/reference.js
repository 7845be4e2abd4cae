import { describe, root, secrets } from './base/api.js'
import { Header } from './base/header.js'
import { Trouble } from './base/parts.js'
import { Steered } from './base/steering.js'
import { html, render, useEffect, useRef } from './preact.js'

const page = location.pathname.endsWith('/control.html') ? 'control' : 'reference'

if (page === 'control') document.title = 'Control plane – market-data-sandbox'

/** Swagger UI after it is rendered. */
let viewer

function Reference({ about }) {
  return html`
    <${Header} about=${about} page=${page} onKey=${authorize} />
    ${
      page === 'control'
        ? html`<nav class="downloads" aria-label="Documents"><a href="./">Market data</a></nav><${Steered} about=${about}><${Viewer} document="sandbox/openapi.json" /></${Steered}>`
        : html`<${Downloads} about=${about} /><${Viewer} document="openapi.json" />`
    }`
}

const downloads = {
  'openapi.json': 'OpenAPI document',
  'postman.json': 'Postman collection',
  'bruno.zip': 'Bruno collection',
}

function Downloads({ about }) {
  const links = Object.entries(downloads)
  return html`<nav class="downloads" aria-label="Downloads">
    ${about.steered && html`<a href="control.html">Control plane</a>`}
    ${links.map(([file, title]) => html`<a href=${new URL(file, root).href}>${title}</a>`)}
  </nav>`
}

function Viewer({ document }) {
  const holder = useRef()
  useEffect(() => {
    new MutationObserver(() => label(holder.current)).observe(holder.current, { childList: true, subtree: true })
    viewer = globalThis.SwaggerUIBundle({
      domNode: holder.current,
      url: new URL(document, root).href,
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      filter: true,
      // The validator is a service on the Internet.
      validatorUrl: null,
      plugins: [{ components: { DeepLink }, fn: { resolveSubtree } }],
      requestInterceptor: withToken,
      onComplete: () => authorize(secrets.key),
    })
  }, [])
  return html`<div ref=${holder}></div>`
}

/** The path of an operation as text, because a link inside a button cannot be reached with a screen reader. */
const DeepLink = ({ text }) => text

/** Swagger UI's own function processes the whole document for each operation, which takes seconds. */
const resolveSubtree = async (document, path) => ({ spec: resolved(partAt(document, path), document), errors: [] })

const partAt = (document, path) => path.reduce((part, name) => part?.[name], document)

/** A part with its references replaced: all lead within the document, and none to itself. `$$ref` names a schema. */
function resolved(part, document) {
  if (Array.isArray(part)) return part.map(one => resolved(one, document))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...rest } = part
  const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolved(value, document)]))
  if ($ref === undefined) return own
  return { ...resolved(partAt(document, $ref.split('/').slice(1)), document), ...own, $$ref: $ref }
}

/** Adds keyboard and screen-reader support that Swagger UI lacks. */
function label(viewer) {
  for (const select of viewer.querySelectorAll('select:not([aria-label])')) {
    const name = select.id === 'servers' ? 'Server' : 'Media type'
    select.setAttribute('aria-label', select.closest('[data-param-name]')?.dataset.paramName ?? name)
  }
  for (const code of viewer.querySelectorAll('pre.microlight:not([tabindex])')) code.tabIndex = 0
}

function authorize(key) {
  if (page === 'reference' && key !== '') viewer.preauthorizeApiKey('ApiKey', key)
}

/** The control plane's token opens its document too. */
function withToken(request) {
  const isControl = request.url.startsWith(new URL('sandbox/', root).href)
  if (isControl && secrets.token) request.headers.authorization ??= `Bearer ${secrets.token}`
  return request
}

/** Swagger UI selects its colours by a class; the page follows the system's colour scheme. */
const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()

const holder = document.getElementById('reference')
describe().then(
  about => render(html`<${Reference} about=${about} />`, holder),
  error => render(html`<main><${Trouble} error=${error} /></main>`, holder),
)
