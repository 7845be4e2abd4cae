import { buildTestStore } from './store.ts'
import { digestOf } from './store-checks.ts'

const [path, end] = process.argv.slice(2) as [string, string]
buildTestStore(path, { end: Number(end) })
process.stdout.write(`${process.version} ${digestOf(path)}\n`)
