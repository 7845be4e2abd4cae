export { writeCatalogue } from './catalogue.ts'
export { TradeFeed, writeSums, writeTrades } from './feed.ts'
export { partsOf } from './parts.ts'
export { type Profile, type ProfileName, profiles } from './profiles.ts'
export type { Appender, Sink, Value } from './sink.ts'
export { createWorld, type IdRange, type World } from './world.ts'

/** The store's tables, as SQL. */
export const schemaUrl = new URL('schema.sql', import.meta.url)
