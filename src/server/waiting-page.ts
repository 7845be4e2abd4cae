import { escaped } from '../http/about/guide.ts'

/** A page for browsers while the store is built; it reloads until the server is ready. */
export function waitingPage(waitingFor: string): string {
  const percent = /(\d+) %$/.exec(waitingFor)?.[1]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>Starting – market-data-sandbox</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1rem } progress { width: 100% }</style>
</head>
<body>
<h1>market-data-sandbox is starting</h1>
<p role="status">${escaped(waitingFor)}</p>
<progress aria-label="Progress" max="100"${percent === undefined ? '' : ` value="${percent}"`}></progress>
<p>This page opens the console when the server is ready. Until then clients get status 503 with <code>Retry-After</code>.
The <a href="/docs/">API reference</a> is ready already.</p>
</body>
</html>
`
}
