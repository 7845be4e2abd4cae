import { verifyStore } from '../checks/verification.ts'
import { describeStore } from '../http/about.ts'
import type { Environment } from '../settings.ts'
import { Store } from '../store/store.ts'
import { readSettings } from './read-settings.ts'

/** Exit code 1 and a line per fault if anything is wrong. */
export async function verify(argv: string[], environment: Environment): Promise<number> {
  const store = Store.open(readSettings(argv, environment).data, { readonly: true })
  try {
    // All checks see one snapshot, though a server may be appending.
    store.renewSnapshot()
    return report(store)
  } finally {
    store.close()
  }
}

function report(store: Store): number {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`${store.path}, digest ${describeStore(store).digest ?? 'none: the rows were not generated'}`)
  let sound = true
  for (const { name, wrong } of verifyStore(store)) {
    if (wrong === null) say(`skip  ${name} (own data)`)
    else say(`${wrong.length === 0 ? 'ok   ' : 'wrong'} ${name}`)
    for (const line of wrong ?? []) say(`      ${line}`)
    sound &&= !wrong?.length
  }
  return sound ? 0 : 1
}
