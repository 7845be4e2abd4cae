import { exchanges } from '../../seed/catalogue/exchange-list.ts'

const reports = {
  with_unknown: 'true, false or `"unknown"`',
  always_true: 'always true',
  always_false: 'always false',
  null: 'null',
  inverted: 'inverted: true when a taker bought',
}

/** Markdown table of the exchanges whose `taker_side_sell` differs from its documentation. */
export function takerSidesTable(): string {
  const rows = exchanges.flatMap(({ code, takerSide }) =>
    takerSide === 'taker' ? [] : [`| \`${code}\` | ${reports[takerSide]} |`],
  )
  return ['| exchange | `taker_side_sell` |', '| --- | --- |', ...rows].join('\n')
}
