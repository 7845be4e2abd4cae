/** Fields of each entry of a table: line breaks or two spaces separate entries, a space their fields. */
export function entriesOf(table: string): string[][] {
  return table
    .trim()
    .split(/\s{2,}|\n/)
    .map(entry => entry.split(' '))
}

/** Days by name, of entries such as `cbse 2015-01-26`. */
export function datesOf(table: string): Map<string, number> {
  return new Map(entriesOf(table).map(entry => [entry.slice(0, -1).join(' '), Date.parse(entry.at(-1)!)]))
}

/** Published values by code, a line each: a code, the first year, and a value for each year. */
export function yearsOf(
  table: string,
  read: (text: string) => number = Number,
): Map<string, { first: number; values: number[] }> {
  const rows = table.trim().split('\n')
  return new Map(
    rows.map(row => {
      const [code = '', first, ...values] = row.trim().split(/\s+/)
      return [code, { first: Number(first), values: values.map(text => read(text)) }]
    }),
  )
}

/** By code and month, counted from January of year 0; a line has a code, a year or its first month, and values from there on. */
export function monthsOf(table: string, read: (text: string) => number = Number): Map<string, Map<number, number>> {
  const months = new Map<string, Map<number, number>>()
  for (const [code = '', from = '', ...values] of entriesOf(table)) {
    const known = months.get(code) ?? new Map()
    const [year, month = 1] = from.split('-').map(Number)
    for (const [n, value] of values.entries()) known.set(year! * 12 + month - 1 + n, read(value))
    months.set(code, known)
  }
  return months
}

/** "12 + yfi pepe − eth leo": the number of the first by interest, what is more, and what is left out. */
export function ruleOf(rule: string): { most: number; more: string[]; less: Set<string> } {
  const [, most, more, less] = /^(\d+)(?: \+ ([^−]*?))?(?: − (.*))?$/.exec(rule.trim().replace(/\s+/g, ' '))!
  return { most: Number(most), more: more?.split(' ') ?? [], less: new Set(less?.split(' ')) }
}
