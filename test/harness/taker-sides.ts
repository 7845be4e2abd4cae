import { exchanges } from '../../seed/catalogue/exchange-list.ts'

const reports = {
  with_unknown: 'true, false or `"unknown"`',
  always_true: 'always true',
  always_false: 'always false',
  null: 'null',
  inverted: 'inverted: true when a taker bought',
}

/** The exchanges that do not report `taker_side_sell` as documented, as a Markdown table. */
export function takerSidesTable(): string {
  const rows = exchanges.flatMap(({ code, takerSide }) =>
    takerSide === 'taker' ? [] : [`| \`${code}\` | ${reports[takerSide]} |`],
  )
  return ['| exchange | `taker_side_sell` |', '| --- | --- |', ...rows].join('\n')
}
