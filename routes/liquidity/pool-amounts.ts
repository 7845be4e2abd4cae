import type { Row } from '../../src/store/store.ts'

/** JSON of one token up to its amount. */
function beforeAmount([symbol, address]: Row): string {
  return `{"symbol":${JSON.stringify(symbol)},"address":${JSON.stringify(address)},"amount":`
}

/** JSON before the amounts of a pool's pair, bound for `amounts`. @param pair symbol and address of each. */
export function beforeAmounts(pair: Row[]) {
  const [base = '', quote = ''] = pair.map(beforeAmount)
  return { before_base: base, before_quote: `},${quote}` }
}

/** In pools of more than two tokens the others come before the pair. */
const others = `iif(others IS NULL, '', (
  SELECT group_concat(concat('{"symbol":', json_quote(symbol), ',"address":', json_quote(address), ',"amount":', value, '},'), '' ORDER BY key)
  FROM json_each(others) JOIN pool_token AS token ON token.pool = pool_state.pool AND token.position = key))`

/** SQL for the tokens of a pool state as a JSON array, in contract order. */
export const amounts = `concat('[', ${others}, :before_base, base, :before_quote, quote, '}]')`
