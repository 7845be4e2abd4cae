import type { Row } from './store.ts'

/** An amount of one token, up to the number. */
function beforeAmount([symbol, address]: Row): string {
  return `{"symbol":${JSON.stringify(symbol)},"address":${JSON.stringify(address)},"amount":`
}

/** What stands before the amounts of a pool's pair, bound for `amounts`. @param pair symbol and address of each. */
export function beforeAmounts(pair: Row[]) {
  const [base = '', quote = ''] = pair.map(beforeAmount)
  return { before_base: base, before_quote: `},${quote}` }
}

/** The same as SQL, where rows are of many pools: `base_token` and `quote_token` are rows of pool_token. */
export const beforeBase = before('base_token')
export const beforeQuote = `'},', ${before('quote_token')}`

function before(token: string): string {
  return `'{"symbol":', json_quote(${token}.symbol), ',"address":', json_quote(${token}.address), ',"amount":'`
}

/** Pools of more than two tokens hold others before the pair. */
function others(table: string): string {
  return `iif(others IS NULL, '', (
    SELECT group_concat(concat('{"symbol":', json_quote(symbol), ',"address":', json_quote(address), ',"amount":', value, '},'), '' ORDER BY key)
    FROM json_each(others) JOIN pool_token AS token ON token.pool = ${table}.pool AND token.position = key))`
}

/** The SQL of what a row says of a pool's tokens, in the order of the contract, as a JSON array. */
export function amounts(table: string, beforeBase = ':before_base', beforeQuote = ':before_quote'): string {
  return `concat('[', ${others(table)}, ${beforeBase}, base, ${beforeQuote}, quote, '}]')`
}
