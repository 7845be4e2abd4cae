import type { Range } from '../../src/market/time.ts'
import { writeFxCurrencies } from '../prices/fx-feed.ts'
import { type Sink, writeRows } from '../sink.ts'
import type { World } from '../world.ts'
import { writeIndexRates } from './index-rates.ts'
import { writeAllListings, writeListings } from './instruments/listings.ts'
import { writeReference } from './reference.ts'

/** A further call with a later range adds new listings and marks ended ones. */
export function writeCatalogue(sink: Sink, world: World, range: Range): void {
  const [[written] = []] = sink.all('SELECT count(*) FROM exchange')
  if (world.leads && !written) writeConstants(sink, world)
  writeListings(sink, world, range)
}

/** What has no end: everything but contracts that expire. */
export function writeStandingCatalogue(sink: Sink, world: World): void {
  writeConstants(sink, world)
  writeFxCurrencies(sink)
  writeAllListings(sink, world, world.standing())
}

function writeConstants(sink: Sink, world: World): void {
  writeReference(sink, world)
  writeRows(sink, 'omitted_instrument', world.omitted(), ({ exchange, class: kind, code }) => [exchange, kind, code])
  writeIndexRates(sink, world)
}
