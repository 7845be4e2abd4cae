import { useEffect, useState } from '../preact.js'
import { noteBuilt, noteReached, noteTime, pulse } from './pulse.js'
import { knowNames } from './synonyms.js'

/** The server's root, whatever path the page is served at. */
export const root = new URL('../../', import.meta.url)

const stored = name => ({
  get: () => sessionStorage.getItem(name) ?? '',
  set: value => sessionStorage.setItem(name, value),
})

/** Kept for this tab only, never in an address. */
export const secrets = Object.defineProperties(
  {},
  { key: stored('market-data-key'), token: stored('market-data-control-token') },
)

export class Refused extends Error {
  /** @param after seconds after which the server wants to be asked again, if it says so */
  constructor(status, message, after) {
    super(message)
    this.status = status
    this.after = after
  }
}

/** URL of a path within the server, also if it begins like another server's URL. */
export const urlOf = path => new URL(`./${path}`, root)

/** Parts of a path, separated by slashes, as they are sent. */
export const segments = text => text.split('/').map(encodeURIComponent).join('/')

/** The header that lets this page control the server. */
export const authorized = () => (secrets.token ? { authorization: `Bearer ${secrets.token}` } : {})

/** The response to a request, whatever its status. @param path within the server */
export async function reach(path, options) {
  try {
    const answer = await fetch(urlOf(path), options)
    noteReached(true)
    return answer
  } catch (error) {
    if (error.name === 'AbortError') throw error
    noteReached(false)
    throw new Error('the server does not respond')
  }
}

/** The JSON of a response; null if it is empty. */
export async function read(answer) {
  const text = await answer.text()
  const body = text === '' ? null : JSON.parse(text)
  const after = Number(answer.headers.get('retry-after')) || undefined
  if (!answer.ok) throw new Refused(answer.status, body?.message ?? answer.statusText, after)
  return body
}

const needsKey = path => /^v[23]\/data\//.test(path)

/** A path at the clock of the key: reference data need no key, so the path names the tenant. */
function placed(path, key) {
  const [, tenant] = /^tenant-(.+)-[0-9a-f]{24}$/.exec(key) ?? []
  return tenant && path.startsWith('v1/') ? `t/${tenant}/${path}` : path
}

/**
 * One call of the public API. It counts towards nothing and appears in no journal: it is not a client's.
 * @param path without a slash at its start @param key the key of the tab, unless another one is given
 */
export const ask = (path, options) => busyWith(answerTo(path, options))

async function answerTo(path, { signal, key = secrets.key } = {}) {
  const headers = {
    accept: 'application/json',
    'x-sandbox-console': '1',
    ...(needsKey(path) && { 'x-api-key': key }),
    ...authorized(),
  }
  const sent = performance.now()
  // The cache may hold data of a time that the clock was moved back from.
  const cache = needsKey(path) || pulse()?.rate !== 1 ? 'no-cache' : 'default'
  const body = await read(await reach(placed(path, key), { headers, signal, cache }))
  const time = body.time ?? body.answer_time
  if (time !== undefined && key === secrets.key) noteTime(Date.parse(time), { sent })
  return body
}

let pending = 0
/** Longer than Preact waits before it runs what a drawing leads to, such as the next call. */
const settling = 200

function showBusy() {
  document.getElementById('console')?.setAttribute('aria-busy', pending > 0)
}

/** `aria-busy` of the console says whether calls or views are being loaded, or what they lead to. */
export function busyWith(work) {
  pending++
  showBusy()
  const end = () =>
    setTimeout(() => {
      pending--
      showBusy()
    }, settling)
  work.then(end, end)
  return work
}

let documented = []

/** URL of a call's operation in the API reference. */
export function referenceOf(path) {
  const called = `/${path.split('?')[0]}`.split('/')
  const matches = ({ path }) => {
    const template = path.split('/')
    return template.length === called.length && template.every((part, n) => part.includes(':') || part === called[n])
  }
  const found = documented.find(matches)
  return found && new URL(`docs/${found.reference}`, root).href
}

/** The server that serves this page. The first of its keys becomes the key of the tab, unless the tab has one. */
export async function describe() {
  const about = await ask('console/about.json')
  documented = about.operations
  knowNames(about.aliases)
  noteBuilt(about.built)
  // The browser may have sent the request before any script ran.
  noteTime(Date.parse(about.time), { rate: about.rate, sent: 0 })
  if (secrets.key !== '' && !about.keys.includes(secrets.key)) await noteClockOfKey()
  if (secrets.key === '' && about.keys.length > 0) secrets.key = about.keys[0]
  return about
}

/** A tenant's clock differs from the server's. Views compute their first calls from it, so it must be known before. */
async function noteClockOfKey() {
  const answer = await ask('v2/data/staking.v1/protocols').catch(() => undefined)
  if (answer) noteTime(Date.parse(answer.time), { rate: 0 })
}

export async function control(method, path, body) {
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...authorized(),
  }
  return read(await reach(`sandbox/${path}`, { method, headers, body: JSON.stringify(body) }))
}

/** Repeats a failed call when the server says so, such as while its data are generated. */
export function useRetry(error, again) {
  useEffect(() => {
    const timer = error?.after && setTimeout(again, error.after * 1000)
    return () => clearTimeout(timer)
  }, [error])
}

/**
 * Responses to several calls: `{ paths, answers, current, error, busy, again }`. The previous responses stay until new
 * ones are there; `current` are never those of other calls, or from before an error. @param beat the calls are repeated when it changes
 */
export function useAnswers(paths, beat = 0) {
  const [state, setState] = useState({})
  const [tries, setTries] = useState(0)
  const key = paths.join('\n')
  useEffect(() => {
    const abort = new AbortController()
    Promise.all(paths.map(path => ask(path, abort))).then(
      answers => setState({ answers, of: key }),
      error => abort.signal.aborted || setState(({ answers }) => ({ answers, error, of: key })),
    )
    return () => abort.abort()
  }, [key, beat, tries])
  const busy = state.of !== key
  const current = busy || state.error ? undefined : state.answers
  const again = () => setTries(n => n + 1)
  useRetry(state.error, again)
  return { ...state, paths, current, busy, again }
}

export function query(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** Browsers offer the clipboard only to pages on localhost or over HTTPS. */
export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.body.appendChild(document.createElement('textarea'))
  area.value = text
  area.select()
  document.execCommand('copy')
  area.remove()
}

/** A call for three kinds of clients, which runs as pasted. @param key the key that it sends */
export function snippets(path, key = secrets.key) {
  // Neither the shell nor curl interprets a percent-encoded character.
  const url = urlOf(path).href.replace(/['[\]{}]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  const quoted = JSON.stringify(key)
  const keyed = needsKey(path) && key !== ''
  return {
    curl: keyed ? `curl -s -H 'X-Api-Key: ${key.replaceAll("'", "'\\''")}' '${url}'` : `curl -s '${url}'`,
    fetch: keyed
      ? `const response = await fetch(${JSON.stringify(url)}, {\n  headers: { 'X-Api-Key': ${quoted} },\n})\nconsole.log(await response.json())`
      : `const response = await fetch(${JSON.stringify(url)})\nconsole.log(await response.json())`,
    Python: `import json, urllib.request\n\nrequest = urllib.request.Request(\n    ${JSON.stringify(url)},\n${keyed ? `    headers={"X-Api-Key": ${quoted}},\n` : ''})\nwith urllib.request.urlopen(request) as response:\n    print(json.load(response))`,
  }
}
