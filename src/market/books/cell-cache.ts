/** A power of two. */
export const cacheSize = 4096

/**
 * What was drawn for cells of order books lately, of all books together: a cell keeps its level until its life ends.
 * Values do not depend on what is cached.
 */
export const cells = {
  keys: new Int32Array(cacheSize),
  names: new Float64Array(cacheSize).fill(-1),
  starts: new Float64Array(cacheSize),
  ends: new Float64Array(cacheSize),
  prices: new Float64Array(cacheSize),
  amounts: new Float64Array(cacheSize),
  /** A level is there while this is below the presence of the moment. */
  lucks: new Float64Array(cacheSize),
} as const
