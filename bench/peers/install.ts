import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { benchFolder } from '../places.ts'

const patience = 300_000

/** Installs the peers where they are not there yet; what went wrong is told by each of them that then is missing. */
export async function installPeers(): Promise<void> {
  if (isInstalled()) return
  process.stderr.write('installing the peers into bench/node_modules, once\n')
  // No scripts: none is needed, and one of them would report the installation to a third party.
  const flags = ['ci', '--prefix', benchFolder, '--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', flags, { timeout: patience }).catch(error => {
    process.stderr.write(`the peers cannot be installed: ${String(error.stderr || error.message).trim()}\n`)
  })
}

function isInstalled(): boolean {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(name =>
    join(benchFolder, name),
  )
  return existsSync(installed!) && statSync(installed!).mtimeMs >= statSync(wanted!).mtimeMs
}

/** A package's command as a file for Node, and its version; it fails where the package is not installed. */
export function commandOf(name: string, command: string): { file: string; version: string } {
  const folder = join(benchFolder, 'node_modules', name)
  if (!existsSync(folder)) throw new Error('not installed')
  const { bin, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { file: join(folder, typeof bin === 'string' ? bin : bin[command]), version }
}
