import { existsSync } from 'node:fs'
import { verifyStore } from '../checks/verification.ts'
import { describeStore } from '../http/about/about.ts'
import type { Environment, Settings } from '../settings.ts'
import { wrongParts } from '../store/history/held-days.ts'
import { historyPath } from '../store/history/history-place.ts'
import { Store } from '../store/store.ts'
import { readSettings } from './read-settings.ts'

/** Exit code 1 and a line per fault if anything is wrong. */
export async function verify(argv: string[], environment: Environment): Promise<number> {
  const settings = await readSettings(argv, environment)
  return inSnapshot(settings.data, store => Math.max(report(store), reportHistory(settings)))
}

/** All checks see one snapshot, though a server may be appending. */
function inSnapshot(path: string, check: (store: Store) => number): number {
  const store = Store.open(path, { readonly: true })
  try {
    store.renewSnapshot()
    return check(store)
  } finally {
    store.close()
  }
}

/** What was generated beside the store, if there is any. */
function reportHistory(settings: Settings): number {
  const path = historyPath(settings)
  if (settings.historyLimit === 0 || !existsSync(path)) return 0
  return inSnapshot(path, history => {
    const wrong = [...wrongParts(history)]
    tell(`the history ${path} has the rows that were written`, wrong)
    return wrong.length === 0 ? 0 : 1
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function tell(name: string, wrong: string[]): void {
  say(`${wrong.length === 0 ? 'ok   ' : 'wrong'} ${name}`)
  for (const line of wrong) say(`      ${line}`)
}

function report(store: Store): number {
  say(`${store.path}, digest ${describeStore(store).digest ?? 'none: the rows were neither generated nor imported'}`)
  let sound = true
  for (const { name, wrong } of verifyStore(store)) {
    if (wrong === null) say(`skip  ${name} (own data)`)
    else tell(name, wrong)
    sound &&= !wrong?.length
  }
  return sound ? 0 : 1
}
