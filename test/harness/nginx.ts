import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { freePort, until } from './process.ts'
import type { Test } from './tap.ts'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** The proxy configuration in compose.yaml with other replica addresses. */
function composedConfiguration(port: number, replicas: Record<string, string>): string {
  const compose = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8')
  const [, indented = ''] = /content: \|\n([\s\S]*)$/.exec(compose) ?? []
  const text = indented.replace(/^ {6}/gm, '').replaceAll('$$', '$').replace('listen 80 ', `listen 127.0.0.1:${port} `)
  return Object.entries(replicas).reduce((text, [name, address]) => text.replace(`${name}:4780`, address), text)
}

/** Starts nginx in front of replicas; returns its URL. It writes only to the test's folder. */
export async function startNginx(t: Test, replicas: Record<string, string>): Promise<string> {
  const port = await freePort()
  const folder = `${t.testdirName}-nginx`
  mkdirSync(folder, { recursive: true })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${places.join(' ')} ${composedConfiguration(port, replicas)} }`,
  )
  const nginx = spawn('nginx', ['-c', `${folder}/nginx.conf`, '-e', `${folder}/error.log`], { stdio: 'ignore' })
  process.once('exit', () => nginx.kill('SIGKILL'))
  const ended = once(nginx, 'exit')
  t.teardown(() => {
    nginx.kill('SIGQUIT')
    return ended
  })
  const url = `http://127.0.0.1:${port}`
  const up = until(
    () =>
      fetch(`${url}/live`).then(
        answer => answer.ok,
        () => false,
      ),
    ok => ok,
  )
  await Promise.race([up, ended.then(() => Promise.reject(new Error(readFileSync(`${folder}/error.log`, 'utf8'))))])
  return url
}
