import { isDeepStrictEqual } from 'node:util'
import type { Test } from './tap.ts'

type Name = [] | [name: string]

/** Assertions about each of many records. */
export interface RecordChecks {
  ok(value: unknown, ...name: Name): boolean
  notOk(value: unknown, ...name: Name): boolean
  equal(found: unknown, wanted: unknown, ...name: Name): boolean
  not(found: unknown, wanted: unknown, ...name: Name): boolean
  same(found: unknown, wanted: unknown, ...name: Name): boolean
  strictSame(found: unknown, wanted: unknown, ...name: Name): boolean
  match(found: unknown, wanted: RegExp | object, ...name: Name): boolean
  fail(...name: Name): boolean
}

/** Test body for thousands of records: reports each failed assertion, and one total for all that pass. */
export function ofRecords(body: (t: RecordChecks) => Promise<void> | void): (t: Test) => Promise<void> {
  return async t => {
    let passed = 0
    // tap only sees failed checks and formats them.
    const check = (holds: boolean, assert: () => boolean) => (holds ? ++passed > 0 : assert())
    await body({
      ok: (value, ...name) => check(Boolean(value), () => t.ok(value, ...name)),
      notOk: (value, ...name) => check(!value, () => t.notOk(value, ...name)),
      equal: (found, wanted, ...name) => check(Object.is(found, wanted), () => t.equal(found, wanted, ...name)),
      not: (found, wanted, ...name) => check(!Object.is(found, wanted), () => t.not(found, wanted, ...name)),
      same: (found, wanted, ...name) => check(isDeepStrictEqual(found, wanted), () => t.same(found, wanted, ...name)),
      strictSame: (found, wanted, ...name) =>
        check(isDeepStrictEqual(found, wanted), () => t.strictSame(found, wanted, ...name)),
      match: (found, wanted, ...name) =>
        check(wanted instanceof RegExp && wanted.test(String(found)), () => t.match(found, wanted, ...name)),
      fail: (...name) => t.fail(...name),
    })
    t.ok(passed > 0, `${passed} assertions about records hold`)
  }
}
