import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { root, runProgram } from './command.ts'

/** Builds the package and installs it in an empty project, as copies: in a clone, the entries run the sources. */
export async function installBuilt(folder: string): Promise<void> {
  const { code, stderr } = await runProgram(process.execPath, [`${root}/build.ts`])
  if (code !== 0) throw new Error(stderr)
  writeFileSync(`${folder}/package.json`, '{}')
  const installed = `${folder}/node_modules/market-data-sandbox`
  for (const part of ['package.json', 'dist', 'entries', 'seed/schema.sql'])
    cpSync(`${root}/${part}`, `${installed}/${part}`, { recursive: true })
  symlinkSync(`${root}/node_modules`, `${installed}/node_modules`)
  chmodSync(`${installed}/entries/bin.js`, 0o755)
  for (const name of ['.bin', '@types']) mkdirSync(`${folder}/node_modules/${name}`)
  symlinkSync('../market-data-sandbox/entries/bin.js', `${folder}/node_modules/.bin/market-data-sandbox`)
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(`${root}/node_modules/${name}`, `${folder}/node_modules/${name}`)
}
