import { useEffect, useState } from '../preact.js'

/** What the latest response said about the clock behind the key of this tab. */
let latest

/** Responses that are closer than this say nothing about the speed. Milliseconds. */
const least = 3000

/**
 * @param server the time of a response, in milliseconds @param sent when its request was sent, by `performance.now()`
 * @param rate if it is known
 */
export function noteTime(server, { sent = performance.now(), rate } = {}) {
  const local = performance.now()
  if (latest === undefined || rate !== undefined) latest = { server, sent, local, rate: rate ?? 0 }
  else if (sent - latest.local >= least)
    latest = { server, sent, local, rate: rateOf(server - latest.server, sent, local) }
}

/** The server read its clock at some time between request and response, so a slow response leaves a range of rates. */
function rateOf(passed, sent, local) {
  if (passed < 0) return latest.rate
  const [slowest, fastest] = [passed / (local - latest.sent), passed / (sent - latest.local)]
  if (fastest < 0.3) return 0
  const likely = slowest <= latest.rate && latest.rate <= fastest ? latest.rate : (slowest + fastest) / 2
  return likely < 2.5 ? 1 : Math.round(likely)
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

/** How much of the first store is there, from 0 to 1, while it is being built. */
let built

export function noteBuilt(share) {
  built = share
  dispatchEvent(new Event('built'))
}

export function useBuilt() {
  const [share, setShare] = useState(built)
  useEffect(() => {
    const update = () => setShare(built)
    addEventListener('built', update)
    update()
    return () => removeEventListener('built', update)
  }, [])
  return share
}

let reached = true

/** Whether the server responded to the latest request. */
export const isReached = () => reached

export function noteReached(responded) {
  reached = responded
}

const [whenLive, whenFrozen] = [2000, 8000]

/** A number that changes when the newest data should be asked for again; also looks whether a frozen clock moves. */
export function useBeat(active = true) {
  const [beat, setBeat] = useState(0)
  const rate = pulse()?.rate ?? 1
  useInterval(() => active && setBeat(n => n + 1), rate > 0 ? whenLive : whenFrozen)
  return beat
}

/** The time of the clock behind the key, in milliseconds. */
export const clockNow = () => pulse()?.now ?? Date.now()

/** A date, in days before that time. */
export const daysAgo = days => new Date(clockNow() - days * 864e5).toISOString().slice(0, 10)
