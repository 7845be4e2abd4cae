import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Run before packing, after build.ts. The package then pins what was tested, and lists it: npm-shrinkwrap.json,
// dist/sbom.cdx.json (CycloneDX, by npm) and dist/LICENSES.txt.
interface Installed {
  version?: string
  license?: string
  dev?: boolean
  devDependencies?: object
}

const root = import.meta.dirname
const dist = join(root, 'dist')
const shrinkwrap = join(root, 'npm-shrinkwrap.json')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const { '': own, ...others } = lock.packages as Record<string, Installed>
const installed = Object.entries(others).filter(([, { dev }]) => !dev)

mkdirSync(dist, { recursive: true })
// npm would read it in place of the lock file.
rmSync(shrinkwrap, { force: true })
writeJson(join(dist, 'sbom.cdx.json'), billOfMaterials())
writeFileSync(join(dist, 'LICENSES.txt'), installed.map(licenseLine).sort().join(''))
const { devDependencies, ...ownForUsers } = own!
const packages = { '': ownForUsers, ...Object.fromEntries(installed) }
writeJson(shrinkwrap, { ...lock, packages })

/** npm names the package after its folder, so the name is set here. */
function billOfMaterials(): object {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only']
  const bill = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' }),
  )
  bill.metadata.component.name = lock.name
  return bill
}

function licenseLine([path, { version, license }]: [string, Installed]): string {
  if (license === undefined) throw new Error(`${path} names no license in package-lock.json`)
  return `${path.replace(/^.*node_modules\//, '')} ${version}: ${license}\n`
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
