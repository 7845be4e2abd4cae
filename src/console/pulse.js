import { useEffect, useState } from './preact.js'

/** What the latest answer said about the clock behind the key of this tab. */
let latest

/** Answers that are closer than this say nothing about the speed. Milliseconds. */
const least = 3000

/** @param server the time of an answer, in milliseconds @param rate if it is known */
export function noteTime(server, rate) {
  const local = performance.now()
  if (latest === undefined || rate !== undefined) latest = { server, local, rate: rate ?? 0 }
  else if (local - latest.local >= least) {
    const measured = Math.max(0, (server - latest.server) / (local - latest.local))
    latest = { server, local, rate: measured < 0.3 ? 0 : measured < 2.5 ? 1 : Math.round(measured) }
  }
}

/** `now` in milliseconds; a rate of 0 is a frozen clock. */
export function pulse() {
  if (latest === undefined) return undefined
  const { server, local, rate } = latest
  return { now: server + rate * (performance.now() - local), rate }
}

/** Calls back while the page is visible. */
export function useInterval(work, period) {
  useEffect(() => {
    let timer
    const run = () => {
      clearInterval(timer)
      if (document.hidden) return
      timer = setInterval(work, period)
    }
    const wake = () => {
      if (!document.hidden) work()
      run()
    }
    run()
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [period])
}

const [whenLive, whenFrozen] = [2000, 8000]

/** A number that changes when the newest data should be asked for again; also looks whether a frozen clock moves. */
export function useBeat(active = true) {
  const [beat, setBeat] = useState(0)
  const rate = pulse()?.rate ?? 1
  useInterval(() => active && setBeat(n => n + 1), rate > 0 ? whenLive : whenFrozen)
  return beat
}
