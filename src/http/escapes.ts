import { Failure, shown } from '../failure.ts'
import { isPercentEncoded } from '../percent.ts'

/** Refuses invalid percent-encoding, which a filter would silently match against nothing. */
export function checkEscapes(url: string): void {
  const query = url.indexOf('?') + 1
  if (query === 0 || !url.includes('%', query)) return
  for (const pair of url.slice(query).split('&')) {
    if (isPercentEncoded(pair)) continue
    const [name = '', ...value] = pair.split('=')
    const label = /^\w{1,40}$/.test(name) ? name : shown(name)
    throw new Failure(
      'badParameter',
      `${label} must be percent-encoded UTF-8 (% itself is %25), not ${shown(value.join('='))}`,
    )
  }
}
