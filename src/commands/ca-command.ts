import { join } from 'node:path'
import { authorityIn } from '../server/tls/authority.ts'
import type { Environment } from '../settings.ts'
import { readSettings } from './read-settings.ts'

/** Standard error explains how clients trust the certificate, so that `$(market-data-sandbox ca)` is its path alone. */
export async function ca(argv: string[], environment: Environment): Promise<number> {
  const { authority, hosts, host, port } = await readSettings(argv, environment)
  const { certificate, names } = await authorityIn(authority, Object.keys(hosts))
  process.stdout.write(`${certificate}\n`)
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  process.stderr.write(instructions(certificate, names, { host: address, port }))
  return 0
}

function instructions(path: string, names: readonly string[], { host, port }: { host: string; port: number }): string {
  const keystore = join(path, '../ca.p12')
  const proxy = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `
This authority may sign for ${names.join(', ')} and loopback addresses only.

Trust it:
  Node    export NODE_EXTRA_CA_CERTS=${path}
  Python  export REQUESTS_CA_BUNDLE=${path} SSL_CERT_FILE=${path}
  curl    export CURL_CA_BUNDLE=${path}    or curl --cacert ${path}
  Java    keytool -importcert -noprompt -alias market-data-sandbox -file ${path} -keystore ${keystore} -storepass changeit
          java -Djavax.net.ssl.trustStore=${keystore} -Djavax.net.ssl.trustStorePassword=changeit …

Send requests for the names of --hosts to a server that runs with --tls:
  export HTTPS_PROXY=${proxy} HTTP_PROXY=${proxy} https_proxy=${proxy} http_proxy=${proxy}
  Node    also NODE_USE_ENV_PROXY=1 (Node 22.21 or later)
  Java    -Dhttps.proxyHost=${host} -Dhttps.proxyPort=${port} -Dhttp.proxyHost=${host} -Dhttp.proxyPort=${port}
`
}
