import type { Row } from '../../src/store/store.ts'

/** An amount of one token, up to the number. */
function beforeAmount([symbol, address]: Row): string {
  return `{"symbol":${JSON.stringify(symbol)},"address":${JSON.stringify(address)},"amount":`
}

/** What stands before the amounts of a pool's pair, bound for `amounts`. @param pair symbol and address of each. */
export function beforeAmounts(pair: Row[]) {
  const [base = '', quote = ''] = pair.map(beforeAmount)
  return { before_base: base, before_quote: `},${quote}` }
}

/** Pools of more than two tokens hold others before the pair. */
const others = `iif(others IS NULL, '', (
  SELECT group_concat(concat('{"symbol":', json_quote(symbol), ',"address":', json_quote(address), ',"amount":', value, '},'), '' ORDER BY key)
  FROM json_each(others) JOIN pool_token AS token ON token.pool = pool_state.pool AND token.position = key))`

/** The SQL of what a state of the bound pool says of its tokens, in the order of the contract, as a JSON array. */
export const amounts = `concat('[', ${others}, :before_base, base, :before_quote, quote, '}]')`
