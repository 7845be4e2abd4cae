import { describeStore } from '../http/about/about.ts'
import type { Environment } from '../settings.ts'
import { seedStore } from '../store/build/plan-and-build.ts'
import { Store } from '../store/store.ts'
import { progressReporter } from './progress.ts'
import { readSettings } from './read-settings.ts'

const outcomes = { build: 'built', extend: 'extended', none: 'up to date' }

export async function seed(argv: string[], environment: Environment): Promise<number> {
  const settings = await readSettings(argv, environment)
  const say = (line: string) => process.stderr.write(`market-data-sandbox: ${line}\n`)
  const { task } = await seedStore(settings, { info: say, warn: say }, progressReporter(process.stderr))
  const store = Store.open(settings.data, { readonly: true })
  process.stdout.write(report(store, outcomes[task]))
  store.close()
  return 0
}

function report(store: Store, how: string): string {
  const { seed, profile, source, start, end, rows, digest } = describeStore(store)
  const origin = source === 'seed' ? `${profile} of the seed ${JSON.stringify(seed)}` : source
  const count = Object.values(rows).reduce((sum, rows) => sum + rows, 0)
  return `store   ${store.path}, ${how}
market  ${origin}
range   ${start} to ${end}
rows    ${count}
digest  ${digest ?? 'none: the rows were neither generated nor imported'}
`
}
