import tap, { type Test } from 'tap'

export type { Test }

let current: Test = tap

/** What a file adds its tests to: a test of its own where files share a process, the root of tap where it runs alone. */
export { current as default }

/** Runs a file of tests in this process, as one test. @param timeout in milliseconds @returns whether it passed, and how many tests it has */
export async function runFile(path: string, name: string, timeout: number): Promise<{ ok: boolean; count: number }> {
  const results = await tap.test(name, { timeout }, async t => {
    current = t
    await import(path)
  })
  return results ?? { ok: false, count: 0 }
}
