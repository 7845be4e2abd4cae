import { formatTime } from '../../src/market/time.ts'
import { onePage } from '../../src/operations/paging/page.ts'
import { brandOf } from './index-pages.ts'

type RateRow = [ticker: string, asset: string, name: string, type: string, fixing: string | null, launched: number]

/** All rates, in one page. */
export const rateListPage = onePage((store, _row, wireName) => {
  const all = store.prepare<RateRow>(
    'SELECT ticker, asset, name, type, fixing, launched FROM index_rate WHERE launched < :horizon ORDER BY ticker',
  )
  const brand = brandOf(wireName)
  return ({ horizon }) => ({ records: all.all({ horizon }).map(row => recordOf(brand, row)) })
})

function recordOf(brand: string, [ticker, asset, name, type, fixing, launched]: RateRow) {
  const kind = type.replaceAll('_', ' ')
  return {
    ticker: `${brand}_${ticker}`,
    long_name: `${name} ${kind}${fixing ? ` ${fixing} fixing` : ''}`,
    short_name: `${asset.toUpperCase()} ${ticker.split('_')[0]}${fixing ? ` ${fixing}` : ''}`,
    type,
    dissemination: fixing ? `Daily Fixing ${fixing}` : 'Real Time',
    quote: { short_name: 'usd', long_name: 'US Dollar' },
    base: { short_name: asset, long_name: name },
    pair: `${asset}-usd`,
    launch_date: formatTime(launched),
    inception_date: formatTime(launched).replace('.000Z', 'Z'),
    brand,
    isin: 'NA',
    exposition: 'Public',
  }
}
