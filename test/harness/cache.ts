import type { Test } from './tap.ts'

/** Sets a separate user's cache folder until the test ends; returns the folder of our stores in it. */
export function cacheOf(t: Test): string {
  const folder = t.testdir()
  const before = process.env.XDG_CACHE_HOME
  process.env.XDG_CACHE_HOME = folder
  t.teardown(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME
    else process.env.XDG_CACHE_HOME = before
  })
  return `${folder}/market-data-sandbox`
}
