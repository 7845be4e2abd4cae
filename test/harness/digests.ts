import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schemaVersion } from '../../src/store/schema-version.ts'
import { root } from './command.ts'
import { storePath } from './store.ts'
import { digestOf } from './store-checks.ts'

const place = `${root}/CHANGELOG.md`
const head = '| --- | --- | --- |\n'

/** The digests of this version of stores in CHANGELOG.md; undefined without a row. */
export function listedDigests(): { tiny: string; standard: string } | undefined {
  const row = new RegExp(`^\\| ${schemaVersion} \\| \`(\\w+)\` \\| \`(\\w+)\` \\|$`, 'm').exec(
    readFileSync(place, 'utf8'),
  )
  return row === null ? undefined : { tiny: row[1]!, standard: row[2]! }
}

export const whatToDo =
  'data changed: raise schemaVersion in src/store/schema-version.ts, then run npm run digests and describe the change in CHANGELOG.md'

/** Adds the row of this version. A row that is there stays: its version has these data. */
function addRow(digests: { tiny: string; standard: string }): void {
  const known = listedDigests()
  if (known !== undefined && (known.tiny !== digests.tiny || known.standard !== digests.standard))
    throw new Error(`version ${schemaVersion} of stores has other digests: ${whatToDo}`)
  if (known !== undefined) return
  const row = `| ${schemaVersion} | \`${digests.tiny}\` | \`${digests.standard}\` |\n`
  writeFileSync(place, readFileSync(place, 'utf8').replace(head, head + row))
  process.stdout.write(row)
}

/** The store of the profile `standard` at the documented clock takes a minute to build. */
function buildStandard(path: string): void {
  const command = ['src/main.js', 'seed', '--profile', 'standard', '--now', '2026-01-31T00:00:00Z', '--data', path]
  execFileSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

// npm run digests: builds both stores, and adds their row to CHANGELOG.md. With --check and the path of a standard store
// that exists, it compares.
if (import.meta.main) {
  const [flag, built] = process.argv.slice(2)
  const folder = mkdtempSync(join(tmpdir(), 'digests-'))
  const standard = built ?? join(folder, 'standard.sqlite')
  try {
    if (built === undefined) buildStandard(standard)
    const digests = { tiny: digestOf(storePath), standard: digestOf(standard) }
    if (flag === '--check') {
      const listed = listedDigests()
      const isListed = listed?.tiny === digests.tiny && listed.standard === digests.standard
      if (!isListed)
        throw new Error(`CHANGELOG.md lists ${JSON.stringify(listed)}, not ${JSON.stringify(digests)}: ${whatToDo}`)
    } else addRow(digests)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
