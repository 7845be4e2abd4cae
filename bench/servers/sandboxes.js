import { writeFileSync } from 'node:fs'

// Times createSandbox in a separate process: the first call, then several more. Writes milliseconds as JSON.
// node sandboxes.js <module> <options as JSON> <output file>
const [module, options, output] = process.argv.slice(2)
const { createSandbox } = await import(module)
const times = []
for (let n = 0; n < 6; n++) {
  const began = performance.now()
  const sandbox = await createSandbox(JSON.parse(options))
  times.push(performance.now() - began)
  await sandbox.close()
}
writeFileSync(output, JSON.stringify(times))
