import type { Verdict } from './budget.ts'
import { Children } from './children.ts'
import { type Plan, readPlan } from './options.ts'
import { checkPage, writePage } from './page.ts'
import { inResults, writeResult } from './places.ts'
import { report } from './report.ts'
import { run } from './run.ts'

/**
 * npm run bench [-- --smoke --large --no-page]. Exit code 0: everything was measured, whatever the verdicts;
 * 1: something could not be; 2: bad usage.
 */
async function main(argv: string[]): Promise<void> {
  const plan = planOrExit(argv)
  const children = new Children()
  process.on('exit', () => children.killAll())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  setTimeout(() => fail(`not done after ${plan.deadline} s`), plan.deadline * 1000).unref()
  try {
    await measure(plan, children)
  } catch (error) {
    fail((error as Error).stack ?? String(error))
  }
}

async function measure(plan: Plan, children: Children): Promise<void> {
  if (plan.page) checkPage()
  const results = await run(plan, children)
  await children.stopAll()
  writeResult(inResults('latest.json'), JSON.stringify(results, null, 2))
  const { text, verdicts } = report(results)
  process.stdout.write(`${text}\n`)
  if (plan.page) writePage(text)
  if (!plan.smoke) process.stdout.write(`\n${summary(verdicts)}\n`)
  if (results.failed.length > 0) process.exitCode = 1
}

function summary(verdicts: readonly Verdict[]): string {
  const count = (holds: boolean | undefined) => verdicts.filter(verdict => verdict.holds === holds).length
  return `budgets: ${count(true)} hold, ${count(false)} do not, ${count(undefined)} not measured`
}

function planOrExit(argv: string[]): Plan {
  try {
    return readPlan(argv)
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n`)
    process.exit(2)
  }
}

function fail(reason: string): never {
  process.stderr.write(`bench: ${reason}\n`)
  process.exit(1)
}

await main(process.argv.slice(2))
