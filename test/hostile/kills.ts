import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { runProgram } from '../harness/command.ts'
import { ServerProcess } from '../harness/process.ts'

/** Latest moment of a kill, after the start: a store is built, served and grows by then. Milliseconds. */
const latest = 4000

/** Stores at once: a server that is about to be killed mostly waits. */
const lanes = 3

/**
 * Kills live servers at random moments, every fifth before it has a store, and verifies the store after each.
 * @returns what was wrong
 */
export async function kill(count: number, seed: number, verified: (done: number) => void): Promise<string[]> {
  const moments = fc.sample(fc.nat(latest), { seed, numRuns: count })
  let done = 0
  const lane = (_: unknown, of: number) =>
    killOnOneStore(
      moments.filter((_, n) => n % lanes === of),
      () => verified(++done),
    )
  return (await Promise.all(Array.from({ length: lanes }, lane))).flat()
}

async function killOnOneStore(moments: readonly number[], verified: () => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'))
  const settings = { SANDBOX_DATA: join(folder, 'store.sqlite'), SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: 'live' }
  const wrong: string[] = []
  for (const [n, moment] of moments.entries()) {
    if (n % 5 === 0) for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    const server = new ServerProcess(settings, [])
    await new Promise(resolve => setTimeout(resolve, moment))
    await server.kill('SIGKILL')
    const { code, stdout, stderr } = await verify(settings)
    if (code !== 0) wrong.push(`after a kill at ${moment} ms: ${stdout}${stderr}`)
    verified()
  }
  rmSync(folder, { recursive: true })
  return wrong
}

/** Lets the next start repair and complete the store, as an operator does. */
async function verify(env: Record<string, string>) {
  const main = [`${import.meta.dirname}/../../src/main.js`]
  const seeded = await runProgram(process.execPath, [...main, 'seed'], { env })
  return seeded.code === 0 ? runProgram(process.execPath, [...main, 'verify'], { env }) : seeded
}
