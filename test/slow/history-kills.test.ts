import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { day } from '../../src/market/time.ts'
import type { Gap } from '../../src/store/history/coverage.ts'
import { Filler } from '../../src/store/history/filler.ts'
import { wrongParts } from '../../src/store/history/held-days.ts'
import { Store } from '../../src/store/store.ts'
import { compileCache, root } from '../harness/command.ts'
import t from '../harness/tap.ts'

const kills = Number(process.env.KILLS ?? 30)
/** Milliseconds from the first fill to the kill; every fourth kill comes sooner. */
const latest = 500

const folder = t.testdir()
const market = { seed: 'market', profile: 'tiny', limit: Number.MAX_SAFE_INTEGER } as const
const from = Date.UTC(2021, 2, 3)

/** All feeds of some instruments and of the market, over 12 days. */
function gapsOf(path: string): Gap[] {
  const history = new Database(path, { readonly: true })
  const ids = history.prepare("SELECT id FROM instrument WHERE base_asset = 'btc' AND listed < ?").pluck()
  const subjects = ids.all(from) as number[]
  history.close()
  const range = { from, until: from + 12 * day }
  const kinds = ['trades', 'bars', 'books', 'liquidations'] as const
  return [
    ...subjects.flatMap(subject => kinds.map(kind => ({ kind, subject, ...range }))),
    { kind: 'staking', subject: 0, ...range },
    { kind: 'fx', subject: 0, ...range },
    { kind: 'reference-prices', subject: 'btc', ...range },
  ]
}

function heldIn(path: string): unknown[] {
  const history = new Database(path, { readonly: true })
  try {
    const [intact] = history.pragma('quick_check', { simple: true }) === 'ok' ? [true] : [false]
    const rows = history
      .prepare('SELECT kind, subject, "from", "until", rows, high, low FROM held ORDER BY 1, 2, 3')
      .all()
    return [intact, rows]
  } finally {
    history.close()
  }
}

/** A program that fills random parts until it is killed. */
const program = `
import { Filler } from '${root}/src/store/history/filler.ts'
const { place, gaps } = JSON.parse(process.argv[1])
const filler = new Filler(place)
console.log('fills')
for (;;) {
  const gap = gaps[Math.floor(Math.random() * gaps.length)]
  const start = gap.from + Math.floor(Math.random() * 12) * ${day}
  const until = Math.min(gap.until, start + Math.floor(1 + Math.random() * 5) * ${day})
  for (const step of filler.stepsOf([{ ...gap, from: start, until }])) filler.fill(step)
}`

t.test('a history whose writers are killed at any moment has the rows of one that was written at once', async t => {
  const path = `${folder}/killed.sqlite`
  const whole = new Filler({ ...market, path: `${folder}/whole.sqlite` })
  const gaps = gapsOf(`${folder}/whole.sqlite`)
  const argument = JSON.stringify({ place: { ...market, path }, gaps })
  for (let n = 0; n < kills; n++) {
    const args = ['--input-type=module', '--eval', program, argument]
    const env = { ...process.env, ...compileCache, NODE_OPTIONS: '' }
    // Two at the same time: each may be killed while the other waits for its lock.
    const writers = [1, 2].map(() => spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }))
    const ended = writers.map(writer => once(writer, 'exit'))
    for (const writer of writers) {
      if (n % 4 > 0) await once(writer.stdout!, 'data')
      await setTimeout(Math.random() * latest)
      writer.kill('SIGKILL')
    }
    for (const end of ended) t.same((await end)[1], 'SIGKILL')
  }
  const left = Store.open(path, { readonly: true })
  t.same([...wrongParts(left)], [])
  left.close()
  const parts = (heldIn(path)[1] as unknown[]).length
  t.ok(parts > 5, `${parts} parts were written`)
  const filler = new Filler({ ...market, path })
  for (const one of [whole, filler]) {
    for (const step of one.stepsOf(gaps)) one.fill(step)
    one.close()
  }
  t.same(heldIn(path), heldIn(`${folder}/whole.sqlite`))
})
