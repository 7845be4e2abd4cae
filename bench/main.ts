import { inResults, type Plan, readPlan, usage, writeResult } from './plan.ts'
import { Children } from './process.ts'
import { aroundReport, report, writeReport } from './report.ts'
import { run } from './run.ts'

/** Exit codes: 0, everything was measured, whether or not targets are met; 1, a server failed; 2, wrong usage. */
async function main(args: string[]): Promise<void> {
  const plan = planOrExit(args)
  const children = new Children()
  process.on('exit', () => children.killAll())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  setTimeout(() => fail(`not finished after ${plan.deadline} s`), plan.deadline * 1000).unref()
  try {
    await measure(plan, children)
  } catch (error) {
    fail((error as Error).stack ?? String(error))
  }
}

async function measure(plan: Plan, children: Children): Promise<void> {
  const began = performance.now()
  if (plan.write) aroundReport()
  const results = await run(plan, children)
  await children.stopAll()
  writeResult(inResults('latest.json'), JSON.stringify(results, null, 2))
  const text = report(results)
  process.stdout.write(`${text}\n`)
  if (plan.write && !writeReport(text, results))
    process.stderr.write('bench: other work kept the machine busy; docs/performance.md stays as it was\n')
  process.stderr.write(`bench: ${Math.round((performance.now() - began) / 1000)} s\n`)
  if (results.failed.length > 0) process.exitCode = 1
}

function planOrExit(args: string[]): Plan {
  try {
    return readPlan(args)
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n\n${usage}\n`)
    process.exit(2)
  }
}

function fail(reason: string): never {
  process.stderr.write(`bench: ${reason}\n`)
  process.exit(1)
}

await main(process.argv.slice(2))
