import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { command } from '../harness/command.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const folder = t.testdir()
const hosts = 'us.market.example=us,codes.market.example=reference'
const env = {
  XDG_CACHE_HOME: folder,
  SANDBOX_PROFILE: 'tiny',
  SANDBOX_NOW: new Date(end).toISOString(),
  SANDBOX_DATA: storePath,
  SANDBOX_HOSTS: hosts,
}
const market = 'https://us.market.example/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=2'
const codes = 'https://codes.market.example/v1/exchanges'

/** Runs a client that knows hosts of production only; it prints a status for each request. */
function run(...client: string[]) {
  return command(['exec', '--tls', '--', ...client], { env })
}

/** Each client asks for a page, its next page, codes, and a host that is not served. */
const node = `
const headers = { 'x-api-key': process.env.MARKET_DATA_KEY }
const page = await fetch('${market}', { headers })
const next = await fetch((await page.json()).next_url, { headers })
const codes = await fetch('${codes}')
const other = await fetch('https://example.com/').then(({ status }) => status, () => 'refused')
console.log(page.status, next.status, codes.status, other)`

const python = `
import os, requests
headers = {"x-api-key": os.environ["MARKET_DATA_KEY"]}
page = requests.get("${market}", headers=headers)
following = requests.get(page.json()["next_url"], headers=headers)
codes = requests.get("${codes}")
try:
    other = requests.get("https://example.com/").status_code
except requests.exceptions.ProxyError as error:
    other = "refused" if "403" in str(error) else error
print(page.status_code, following.status_code, codes.status_code, other)`

/** The outcome of each client; its server names the host that it refuses. */
const refusing = {
  code: 0,
  stdout: '200 200 200 refused\n',
  stderr: /^market-data-sandbox: .* not "example\.com": add it/,
}

t.test("Node's fetch calls hard-coded https hosts", async t => {
  writeFileSync(`${folder}/client.mjs`, node)
  t.match(await run(process.execPath, `${folder}/client.mjs`), refusing)
})

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0
const withoutRequests = hasRequests ? {} : { skip: 'requests for Python is missing: apt-get install python3-requests' }

t.test("Python's requests calls hard-coded https hosts", withoutRequests, async t => {
  t.match(await run('python3', '-c', python), refusing)
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

t.test('curl calls hard-coded https hosts', hasCurl ? {} : { skip: 'curl is missing' }, async t => {
  const options = ['-s', '-o', '/dev/null', '-w', '%{http_code} %{http_connect}\n', '-H', 'x-api-key: sandbox-key']
  t.equal((await run('curl', ...options, market, '-o', '/dev/null', codes)).stdout, '200 200\n200 200\n')
  const other = await run('curl', ...options, 'https://example.com/')
  t.same([other.code, other.stdout], [56, '000 403\n'])
})

t.test('ca prints the path of the certificate alone, and how clients trust it', async t => {
  const { code, stdout, stderr } = await command(['ca'], { env })
  t.equal(code, 0)
  t.match(readFileSync(stdout.trimEnd(), 'utf8'), /^-----BEGIN CERTIFICATE-----/)
  for (const part of [
    'NODE_EXTRA_CA_CERTS',
    'REQUESTS_CA_BUNDLE',
    'SSL_CERT_FILE',
    'CURL_CA_BUNDLE',
    'keytool',
    'NODE_USE_ENV_PROXY',
  ])
    t.match(stderr, part)
  t.match(stderr, 'us.market.example, codes.market.example')
})
