import { digestOf } from './fingerprints.ts'
import { buildTestStore } from './store.ts'

const [path, end] = process.argv.slice(2) as [string, string]
buildTestStore(path, { end: Number(end) })
process.stdout.write(`${process.version} ${digestOf(path)}\n`)
