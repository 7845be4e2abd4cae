import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { outcomeOf } from '../harness/command.ts'
import { dayPath } from '../harness/partial-stores.ts'
import { end, storePath } from '../harness/store.ts'
import { faultsOf } from '../harness/store-checks.ts'
import t, { type Test } from '../harness/tap.ts'

const tests = { SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: new Date(end).toISOString() }

function copyOf(t: Test, store: string): string {
  const path = `${t.testdir()}/copy.sqlite`
  copyFileSync(store, path)
  return path
}

t.test('verify names every fault', async t => {
  const busy = "(SELECT id FROM instrument WHERE exchange_code = 'cbse' AND code = 'btc-usd')"
  const last = `instrument = ${busy} AND start = (SELECT max(start) FROM trade_block WHERE instrument = ${busy})`
  // Groups of faults that do not hide each other.
  const cases: [sql: string, lines: RegExp[]][] = [
    [
      `UPDATE trade_block SET trades = CAST(substr(trades, 1, length(trades) - 1) || iif(substr(trades, -1) = x'09', x'0a', x'09') AS BLOB) WHERE ${last};
       UPDATE instrument SET quote_asset = 'gold!' WHERE id = ${busy};
       UPDATE fx_hour SET totals = '[]';
       UPDATE order_book_block SET books = substr(books, 1, 100);
       INSERT INTO order_book_snapshot VALUES (${busy}, 1, NULL, '[["2","1"]]', '[["2","1"]]');
       UPDATE liquidation SET amount_usd = 2 * amount_usd;
       UPDATE supply_change SET excluded = excluded + total / 50;
       UPDATE lending_snapshot SET total_borrowed = total_liquidity + 1;
       UPDATE pool_event SET liquidity = 0 WHERE type = 'burn';
       UPDATE bitcoin_transaction SET fees = fees + 400000000 WHERE transaction_index = 1`,
      [
        /trade_block has changed rows/,
        /cbse spot btc-usd, v1, 1 h from .*: stored .*, computed /,
        /instrument has rows with the unknown quote_asset gold!, which is not in asset/,
        /the totals of the hour from 2026-01-/,
        /order books of instrument \d+, the hours from 2026-.*: an hour of books ends after \d+ bytes of 100/,
        /order book of instrument \d+ at 1970-.*: bid 2 must be below ask 2/,
        /liquidation \S+ of instrument/,
        / 1 h from 2026-.*: stored market cap /,
        /market \d+ lent \d+ of \d+ at/,
        /pool \d+ has active liquidity \S+ after block \d+, but its positions sum to/,
        /block \d+ pays \d+ to its miner, but its fees are \d+/,
        /addresses pay \d+ into transaction 1 of block \d+ and receive \d+, but it pays out/,
      ],
    ],
    [
      `DELETE FROM trade_block WHERE ${last};
       DELETE FROM bar_block WHERE width = 86400000;
       UPDATE supply_day SET totals = excluded;
       UPDATE lending_snapshot SET market = 1 WHERE market = (SELECT max(pool) FROM lending_market);
       UPDATE bitcoin_transaction SET senders = '[]'`,
      [
        /trade_block has \d+ rows, but \d+ are recorded/,
        /cbse spot btc-usd records \d+ trades/,
        /bar_block has \d+ rows/,
        /v1, 24 h from .*: stored no bar, computed/,
        /and more/,
        /on \w+, 24 h from 2026-.*: stored supply 0, computed [\d.]+/,
        /lending_snapshot has rows with the unknown market 1,/,
        /transaction 1 of block \d+ has the senders \[\]/,
      ],
    ],
    [
      `UPDATE derivative SET contract_size_unit = 'eth';
       UPDATE index_rate SET venues = '[["cbse",0],["binc",0]]'`,
      [
        /perpetual-future btc-usdt has the expiry .* unit eth/,
        /BRR_BTCUSD has the member binc, which does not trade btc-usd/,
      ],
    ],
    ["UPDATE store SET value = value * 10 WHERE name = 'end'", [/^end is \S+, but the last row is at 2026-01-30T23:/m]],
    ["UPDATE store SET value = value - 86400000 WHERE name = 'start'", [/^start is 2026-01-29.*the first bar is at/m]],
    ["UPDATE store SET value = value + 1 WHERE name = 'start'", [/^start is \d+ but must be a midnight/m]],
    ["DELETE FROM store WHERE name = 'profile'", [/^profile is missing$/m]],
    ["UPDATE store SET value = 'huge' WHERE name = 'profile'", [/^profile is huge but must be one of tiny/m]],
    [
      "UPDATE store SET value = 'other' WHERE name = 'seed'",
      [
        /^trade_block: (\d+) of \1 rows are not in the store, but the seed "other" generates them$/m,
        /^order_book_block: (\d+) of \1 rows/m,
        /^chain: (\d+) of \1 rows/m,
        /^and more$/m,
      ],
    ],
    ["UPDATE store SET value = 'standard' WHERE name = 'profile'", [/^instrument: \d+ of \d+ rows/m]],
    ["INSERT INTO store VALUES ('sed', 'market')", [/^sed is unknown$/m]],
    ["UPDATE store SET value = value - 3600000 WHERE name = 'end'", [/ has \d+ rows after the end/]],
  ]
  for (const [sql, lines] of cases) {
    const data = copyOf(t, dayPath)
    new Database(data).exec(`PRAGMA foreign_keys = OFF; ${sql}`).close()
    let found = ''
    for (const line of faultsOf(data)) {
      found += `${line}\n`
      if (lines.every(line => line.test(found))) break
    }
    for (const line of lines) t.match(found, line, sql)
  }
  const data = copyOf(t, dayPath)
  new Database(data).exec('DELETE FROM liquidation').close()
  const { code, stdout } = await outcomeOf(['verify'], { ...tests, SANDBOX_DATA: data })
  t.equal(code, 1)
  t.match(stdout, /\nwrong the digest matches the rows\n {6}liquidation has 0 rows, but \d+ are recorded\n/)
})

t.test('verify finds one flipped bit in a block of any table', async t => {
  const data = copyOf(t, storePath)
  const database = new Database(data)
  const columns = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.type = 'BLOB' AND t.sql NOT LIKE '%WITHOUT ROWID%'`,
    )
    .all() as { table: string; column: string }[]
  for (const { table, column } of columns) {
    const row = database.prepare(`SELECT rowid, "${column}" FROM "${table}" WHERE length("${column}") > 0 LIMIT 1`)
    const [id, bytes] = row.raw().get() as [number, Buffer]
    bytes[bytes.length >> 1]! ^= 4
    database.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE rowid = ?`).run(bytes, id)
  }
  database.close()
  const missing = new Set(columns.map(({ table }) => `${table} has changed rows: the fingerprints differ`))
  t.ok(
    missing.size >= 4 && missing.has('trade_block has changed rows: the fingerprints differ'),
    'changed rows of several tables are found',
  )
  for (const fault of faultsOf(data)) if (missing.delete(fault) && missing.size === 0) break
  t.same([...missing], [])
})
