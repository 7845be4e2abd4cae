import "./chunk-MLKGABMK.js";

// src/docs-page.ts
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
function docsPage(defaultKey) {
  return {
    "index.html": { type: "text/html; charset=utf-8", read: () => html },
    "docs.js": { type: "text/javascript; charset=utf-8", read: () => script(defaultKey) },
    "swagger-ui.css": ofSwaggerUi("text/css; charset=utf-8", "swagger-ui.css"),
    "swagger-ui.js": ofSwaggerUi("text/javascript; charset=utf-8", "swagger-ui-bundle.js"),
    "favicon.png": ofSwaggerUi("image/png", "favicon-32x32.png")
  };
}
function ofSwaggerUi(type, name) {
  return { type, read: () => readFile(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`))) };
}
var contentPolicy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src http: https:; frame-ancestors 'none'";
var html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Market data</title>
<link rel="icon" type="image/png" href="favicon.png">
<link rel="stylesheet" href="swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="swagger-ui.js"></script>
<script src="docs.js"></script>
</body>
</html>
`;
function script(defaultKey) {
  const authorize = defaultKey ? `ui.preauthorizeApiKey('ApiKey', ${JSON.stringify(defaultKey)})` : "";
  return `const ui = SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  // It would be asked over the Internet.
  validatorUrl: null,
  onComplete: () => { ${authorize} },
})
`;
}
export {
  contentPolicy,
  docsPage
};
