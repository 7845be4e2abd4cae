/**
 * `build.ts` gives all modules these in place of the global ones, which fake timers of a test replace: a response of a
 * server in the same process would wait for them.
 */
export const { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = globalThis
export const performance = { now: globalThis.performance.now.bind(globalThis.performance) }
const { Date: RealDate } = globalThis

export { RealDate as Date }
