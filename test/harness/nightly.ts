import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

// npm run test:nightly -- --runs 1000 --markets 100 --requests 1e6 --seed 7: every property with many cases, the statistics
// of many markets, and many hostile requests. Prints the seed that repeats all of them; ends with 1 if anything is wrong.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    markets: { type: 'string', default: '100' },
    requests: { type: 'string', default: '1e6' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
})
const { runs, markets, requests, seed } = values

const again = `npm run test:nightly -- --runs ${runs} --markets ${markets} --requests ${requests} --seed ${seed}`
process.stdout.write(`${again}\n`)
const names = Array.from({ length: Number(markets) }, (_, n) => `${seed}-${n}`)
const usesProperties = (file: string) => readFileSync(file, 'utf8').includes('/harness/properties.ts')
const files = globSync(['test/*.test.ts', 'test/slow/*.test.ts']).filter(usesProperties)
const properties = run(['test/harness/run.ts', ...files], {
  TEST_RUNS: runs,
  TEST_SEED: seed,
  TEST_SEEDS: names.join(),
  TEST_LIMIT: String(4 * 3600),
})
const hostile = run(['test/hostile/main.ts', '--requests', requests, '--kills', '200', '--seed', seed], {})
process.stdout.write(properties && hostile ? 'nothing wrong\n' : `repeat with: ${again}\n`)
process.exitCode = properties && hostile ? 0 : 1

function run(args: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}
