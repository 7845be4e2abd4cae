import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { claimOf, failed, passed } from './claims.ts'
import { runFile } from './tap.ts'

// Files that share a process load the sources once, and run code that is compiled already. Processes take files from one list: the first
// to write the claim of a file runs it.
const timeout = Number(process.env.TEST_LIMIT) * 1000
for (const file of process.env.TEST_FILES!.split('\n')) {
  if (!take(file)) continue
  const began = performance.now()
  const { ok, count } = await runFile(resolve(file), file, timeout)
  const result = ok && count > 0 ? passed : failed
  writeFileSync(claimOf(file), result)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stderr.write(
    `${result === passed ? '✔' : '✖'} ${file} ${seconds} s${count > 0 ? '' : ', without any test'}\n`,
  )
}

function take(file: string): boolean {
  try {
    writeFileSync(claimOf(file), String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
