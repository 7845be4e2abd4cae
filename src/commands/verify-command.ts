import { verifyStore } from '../checks/verification.ts'
import { describeStore } from '../http/about.ts'
import type { Environment } from '../settings.ts'
import { Store } from '../store/store.ts'
import { readSettings } from './read-settings.ts'

/** Counts and recomputes what is in the store of these settings: 0 if all of it holds, else 1 and what does not. */
export async function verify(argv: string[], environment: Environment): Promise<number> {
  const store = Store.open(readSettings(argv, environment).data, { readonly: true })
  // Who reads the first lines only is told the rest by the exit code.
  process.stdout.on('error', error => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  })
  try {
    // All checks see the store as it was at one moment, though a server may be feeding it.
    store.renewSnapshot()
    return report(store)
  } finally {
    store.close()
  }
}

function report(store: Store): number {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`${store.path}, digest ${describeStore(store).digest ?? 'none: its rows are not the generator’s'}`)
  let sound = true
  for (const { name, wrong } of verifyStore(store)) {
    say(`${wrong.length === 0 ? 'ok   ' : 'wrong'} ${name}`)
    for (const line of wrong) say(`      ${line}`)
    sound &&= wrong.length === 0
  }
  return sound ? 0 : 1
}
