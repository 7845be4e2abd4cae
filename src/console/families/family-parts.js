/** A line of a chart, by the value of a row. */
export const line = (title, value, rest) => ({ kind: 'line', title, value, ...rest })
export const area = (title, value, rest) => ({ kind: 'area', title, value, ...rest })
export const bars = (title, value, rest) => ({ kind: 'columns', title, value, ...rest })

export const intervalOf = (value, options) => ({ label: 'Interval', value, options })
