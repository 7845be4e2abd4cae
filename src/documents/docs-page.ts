import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A file of the /docs page. */
export interface PageFile {
  type: string
  /** Whether it changes only with the server's version. */
  lasting?: true
  read(): Promise<Buffer> | string
}

/**
 * The files of the /docs page by name. Swagger UI is the copy in Fastify's plugin; its own package runs a telemetry
 * script.
 * @param openControl whether browsers can read the document of the control plane
 */
export function docsPage(defaultKey: string | undefined, openControl: boolean): Record<string, PageFile> {
  const control = {
    'control.html': {
      type: 'text/html; charset=utf-8',
      read: () => html('Control plane', '/sandbox/openapi.json', market),
    },
  }
  return {
    'index.html': {
      type: 'text/html; charset=utf-8',
      read: () => html('Market data', '../openapi.json', openControl ? steering : ''),
    },
    ...(openControl ? control : {}),
    'docs.js': { type: 'text/javascript; charset=utf-8', read: () => script(defaultKey) },
    'swagger-ui.css': ofSwaggerUi('text/css; charset=utf-8', 'swagger-ui.css'),
    'swagger-ui.js': ofSwaggerUi('text/javascript; charset=utf-8', 'swagger-ui-bundle.js'),
    'favicon.png': ofSwaggerUi('image/png', 'favicon-32x32.png'),
  }
}

/** Read from disk for each request: rarely requested, and a megabyte. */
function ofSwaggerUi(type: string, name: string): PageFile {
  return {
    type,
    lasting: true,
    read: () => readFile(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`))),
  }
}

/** Allows only this server's own files; "Try it out" may call other hosts. */
export const contentPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src http: https:; frame-ancestors 'none'"

const steering = '<a href="control.html">Control plane</a>'
const market = '<a href="./">Market data</a>'

/** @param link link to the other page, if any. */
const html = (title: string, document: string, link: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/png" href="favicon.png">
<link rel="stylesheet" href="swagger-ui.css">
</head>
<body>
${link && `<nav class="swagger-ui"><div class="wrapper">${link}</div></nav>`}
<div id="docs" data-document="${document}"></div>
<script src="swagger-ui.js"></script>
<script src="docs.js"></script>
</body>
</html>
`

/** Fills in the default key, so "Try it out" works at once. */
function script(defaultKey: string | undefined): string {
  const authorize = defaultKey ? `ui.preauthorizeApiKey('ApiKey', ${JSON.stringify(defaultKey)})` : ''
  return `const ui = SwaggerUIBundle({
  url: document.getElementById('docs').dataset.document,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  // The validator is a service on the Internet.
  validatorUrl: null,
  onComplete: () => { ${authorize} },
})
`
}
