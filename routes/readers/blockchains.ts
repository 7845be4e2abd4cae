/** Chains whose ids are fixed; the others follow by code. */
export const firstChains = ['ethereum', 'bsc', 'polygon', 'arbitrum', 'avalanche']

/** Every chain that a record names. */
export const blockchains = `(SELECT row_number() OVER (ORDER BY ${firstChains.map(code => `name = '${code}' DESC`)}, name) AS id, name
  FROM (SELECT 'bitcoin' AS name WHERE EXISTS (SELECT 1 FROM bitcoin_wallet) OR EXISTS (SELECT 1 FROM bitcoin_block) UNION SELECT code FROM chain
    UNION SELECT blockchain FROM pool UNION SELECT blockchain FROM supply_source UNION SELECT blockchain FROM token_holder
    UNION SELECT blockchain FROM instrument WHERE blockchain IS NOT NULL))`
