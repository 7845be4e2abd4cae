const name = Symbol.for('market-data-sandbox')

/** As they were when the package was imported. */
const original: typeof globalThis = Reflect.get(globalThis, name) ?? globalThis

/**
 * `build.ts` gives all modules these in place of the global ones, which fake timers of a test replace: a response of a
 * server in the same process would wait for them.
 */
export const { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = original
export const performance = { now: original.performance.now.bind(original.performance) }
const { Date: RealDate } = original

export { RealDate as Date }
