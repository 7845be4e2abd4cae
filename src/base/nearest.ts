import { listed } from './failure.ts'

/** Length limit of candidates; a longer word has no near candidate. */
const longestWord = 100
/** Of two candidates written together. */
const shortestPart = 3
const swapCost = 0.9

/**
 * The candidate with the fewest single-character edits from `word`, ignoring case, if it is close enough and has a character in common.
 * Two candidates written together, as "btcusd", mean the first.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined
  const folded = word.toLowerCase()
  const known = new Set(candidates)
  for (let n = shortestPart; n <= folded.length - shortestPart; n++) {
    const [first, second] = [folded.slice(0, n), folded.slice(n).replace(/^[-/_ ]/, '')]
    if (known.has(first) && known.has(second)) return first
  }
  let best: string | undefined
  let least = Math.min(word.length, Math.max(1, Math.floor(word.length / 3)) + 1)
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const edits = editDistance(folded, candidate.toLowerCase())
    if (edits < least) [best, least] = [candidate, edits]
  }
  return best
}

/** Levenshtein distance, row by row; swapped neighbours are the likeliest mistake. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replace = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = j > 1 && i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? before[j - 2]! + swapCost : replace
      next[j] = Math.min(replace, swap, row[j]! + 1, next[j - 1]! + 1)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** ` (did you mean "x"?)`, or an empty string without a close candidate. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates)
  return near === undefined ? '' : didYouMean(near)
}

export function didYouMean(code: string): string {
  return ` (did you mean ${JSON.stringify(code)}?)`
}

export interface NamedCode {
  code: string
  name: string
}

/** Names have versions and suffixes, so a beginning of this many letters and digits is enough. */
const knownBeginning = 4
const mostNamed = 3

/** As `suggestion`, for people who send names: "binance" for bnce or binc. */
export function namedSuggestion(word: string, known: readonly NamedCode[]): string {
  const sought = foldedName(word)
  const matches = (isMatch: (name: string) => boolean) => known.filter(({ name }) => isMatch(foldedName(name)))
  const exact = sought === '' ? [] : matches(name => name === sought)
  const begun = matches(name => beginsWith(name, sought) || beginsWith(sought, name))
  const codes = [...new Set([...exact, ...begun].map(({ code }) => JSON.stringify(code)))].slice(0, mostNamed)
  if (codes.length > 0) return ` (did you mean ${listed(codes, 'or')}?)`
  return suggestion(
    word,
    known.map(({ code }) => code),
  )
}

function beginsWith(name: string, beginning: string): boolean {
  return beginning.length >= knownBeginning && name.startsWith(beginning)
}

/** Letters and digits alone. */
export function foldedName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The known codes for the end of a message; a store may have none. */
export function allOf(codes: readonly string[]): string {
  return codes.length > 0 ? codes.join(', ') : 'none in this store'
}
