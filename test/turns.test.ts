import { mock } from 'node:test'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { onceHeld, Patience } from '../src/operations/paging/once-held.ts'
import {
  giveWay,
  hasTime,
  hasTimeForSlice,
  inTurn,
  later,
  noteConnection,
  Unfinished,
  within,
} from '../src/operations/paging/turns.ts'
import { Missing } from '../src/store/history/coverage.ts'
import t from './harness/tap.ts'

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

t.test('slices of long responses run in order, one per turn, and requests between them', async t => {
  const done: string[] = []
  const note = (name: string) => () => {
    done.push(name)
  }
  const slices = ['a', 'b', 'c'].map(name => inTurn(note(name)))
  t.notOk(hasTimeForSlice(), 'a further slice waits, too')
  t.ok(hasTime(), 'a request does not')
  await turn()
  later(note('request'))
  t.strictSame(done, ['a'])
  await Promise.all(slices)
  t.strictSame(done, ['a', 'b', 'request', 'c'])
  t.ok(hasTimeForSlice(), 'a slice fits into a new turn')
})

t.test('an error of a slice belongs to its response', async t => {
  const failed = inTurn(() => {
    throw new Error('broken')
  })
  const next = inTurn(() => 1)
  await t.rejects(failed, { message: 'broken' })
  t.equal(await next, 1)
})

t.test('a turn has 10 ms for requests, and less than 1 while connections arrive', async t => {
  const answers = async (milliseconds: number) => {
    await turn()
    const first = hasTime()
    work(milliseconds)
    return [first, hasTime()]
  }
  t.strictSame(await answers(11), [true, false])
  t.strictSame(await answers(0), [true, true], 'the next turn has time again')
  await turn()
  noteConnection()
  const first = hasTime()
  work(1)
  noteConnection()
  const second = hasTime()
  t.strictSame([first, second], [true, false])
})

t.test('after heavy work connections go first', async t => {
  const attempt = async () => {
    // Until no rest is left.
    await sleep(200)
    const start = performance.now()
    noteConnection()
    hasTime()
    work(2)
    await turn()
    noteConnection()
    const whileArriving = hasTime()
    work(1.5)
    const done = hasTime()
    return { found: [whileArriving, done], took: performance.now() - start }
  }
  let { found, took } = await attempt()
  // Others who use the processor may take time from it.
  for (let n = 0; took > 4.5 && n < 40; n++) ({ found, took } = await attempt())
  t.strictSame(found, [false, true], 'until none arrives')
})

t.test('requests that had no time keep their order, and others do not overtake them', async t => {
  const done: number[] = []
  for (let n = 0; n < 50; n++)
    later(() => {
      work(0.5)
      done.push(n)
      if (n === 20) later(() => void done.push(50))
    })
  t.notOk(hasTime(), 'the turn is used up')
  let turns = 0
  while (done.length < 51) {
    await turn()
    turns++
  }
  t.strictSame(
    done,
    Array.from({ length: 51 }, (_, n) => n),
  )
  t.ok(turns > 1, 'in several turns')
  await turn()
  t.ok(hasTime(), 'the next turn has time')
})

t.test('a reading that gives way goes on in its next turn', async t => {
  const steps = [1, 2, 3].values()
  const read: number[] = []
  const slice = () =>
    within(() => {
      for (const step of steps) {
        read.push(step)
        work(25)
        giveWay()
      }
      return read
    })
  const reading = onceHeld(slice, undefined, new Patience())
  t.strictSame(read, [1])
  await turn()
  t.ok(read.length < 3, 'others run between')
  t.strictSame(await reading, [1, 2, 3])
  work(25)
  t.doesNotThrow(giveWay, 'outside a slice there is no end')
})

t.test('a page waits for all of its fills together, not for each', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const fills: PromiseWithResolvers<void>[] = []
  const further = () => {
    const fill = Promise.withResolvers<void>()
    fills.push(fill)
    return fill.promise
  }
  const lacking = () => {
    throw new Missing([{ kind: 'trades', subject: 1, from: 0, until: 1 }], true)
  }
  const refused = onceHeld(lacking, further, new Patience()).catch(failure => failure)
  for (let n = 0; n < 4; n++) {
    while (fills.length <= n) await turn()
    fills[n]!.resolve()
  }
  while (fills.length < 5) await turn()
  mock.timers.tick(27_000)
  t.match(await refused, { kind: 'unavailable', headers: { 'retry-after': '5' } })
})

t.test('a page that reads for long is refused as one that waits for long', async t => {
  let seconds = 0
  mock.method(process, 'hrtime', () => [seconds, 0])
  t.teardown(() => mock.restoreAll())
  const reading = () => {
    seconds++
    throw new Unfinished()
  }
  t.match(await onceHeld(reading, undefined, new Patience()).catch(failure => failure), { kind: 'unavailable' })
  t.equal(seconds, 27)
})
