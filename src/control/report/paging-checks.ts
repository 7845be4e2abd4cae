import { partsOf } from '../journal/journal-entry.ts'
import { type ClientCheck, each } from './report-check.ts'
import { isGood, type Try } from './tries.ts'

/** Texts that programs send in place of a missing token. */
const noTokens = new Set(['', 'null', 'undefined', 'None', 'nil'])

function walksOf(tries: readonly Try[]): Try[][] {
  const pages = tries.filter(one => isGood(one) && typeof one.entry.walk?.last === 'boolean')
  return [...Map.groupBy(pages, ({ entry }) => entry.walk!.id).values()]
}

function pageOf({ entry }: Try): number {
  return entry.walk!.page
}

function furthest(pages: Try[]): Try {
  return pages.reduce((one, other) => (pageOf(other) > pageOf(one) ? other : one))
}

/** Whether a walk ended because the server refused the client permanently. */
function wasRefused({ entry: { walk } }: Try, tries: readonly Try[]): boolean {
  return tries.some(({ entry }) => entry.walk?.id === walk!.id && entry.status >= 400 && entry.status < 429)
}

/** Checks that a client continues the same walk after a faulted page. */
function survives(effect: string): ClientCheck['find'] {
  return tries => {
    const changed = tries.filter(({ entry }) => entry.effects.includes(effect) && entry.walk?.last === false)
    const goesOn = ({ entry: { walk } }: Try) =>
      tries.some(({ entry: other }) => other.walk?.id === walk!.id && other.walk.page > walk!.page)
    return { exercised: changed, wrong: changed.filter(one => !goesOn(one) || one.again !== undefined) }
  }
}

export const pagingChecks: ClientCheck[] = [
  {
    id: 'walks-to-the-end',
    title: 'follows next_url to the last page',
    advice: 'Request next_url until a response has none.',
    find: tries => {
      // A question that was only asked for its first page is a poll for the latest records.
      const walks = walksOf(tries).filter(pages => pageOf(furthest(pages)) > 1)
      const open = walks.filter(pages => furthest(pages).entry.walk!.last === false)
      return { exercised: walks.map(furthest), wrong: open.map(furthest).filter(last => !wasRefused(last, tries)) }
    },
  },
  {
    id: 'stops-at-the-last-page',
    title: 'stops at the last page',
    advice: 'A response without next_url ends the walk: do not send an empty token.',
    find: tries => ({
      exercised: tries.filter(({ entry, token }) => entry.walk?.last === true || noTokens.has(token ?? 'x')),
      wrong: tries.filter(({ token }) => token !== null && noTokens.has(token)),
    }),
  },
  {
    id: 'sends-a-token-alone',
    title: 'sends no other parameters with a continuation token',
    advice: 'A token carries all parameters of the first call: send it alone, or follow next_url.',
    find: each(
      ({ token }) => token !== null,
      ({ entry }) => partsOf(entry).parameters.size > 1,
    ),
  },
  {
    id: 'sends-tokens-unchanged',
    title: 'sends continuation tokens unchanged',
    advice: 'Treat a token as opaque text, percent-encode it once, and use it with the path and key of its walk.',
    find: each(
      ({ token }) => token !== null && !noTokens.has(token),
      ({ entry }) => entry.status === 400 && entry.fault === null,
    ),
  },
  {
    id: 'asks-for-each-page-once',
    title: 'does not request the same page twice',
    advice: 'Request a page again only if its response failed.',
    find: each(
      one => one.token !== null && isGood(one),
      ({ again }) => again !== undefined,
    ),
  },
  {
    id: 'survives-unknown-fields',
    title: 'continues after records with unknown fields',
    advice: 'Ignore unknown fields: new fields appear without a new version.',
    find: survives('add_field'),
  },
  {
    id: 'survives-missing-fields',
    title: 'continues after records with a missing field',
    advice: 'Treat a missing field as null.',
    find: survives('drop_field'),
  },
  {
    id: 'survives-null-fields',
    title: 'continues after records with null values',
    advice: 'Values may be null, such as prices of intervals without trades.',
    find: survives('null_field'),
  },
  {
    id: 'survives-empty-pages',
    title: 'continues after an empty page with next_url',
    advice: 'Only a response without next_url ends a walk, not one without records.',
    find: survives('page=empty_with_next'),
  },
]
