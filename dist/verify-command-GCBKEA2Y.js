import {
  BarFold,
  parseDecimal
} from "./chunk-NKN7XCB5.js";
import {
  describeStore
} from "./chunk-QTXCWM66.js";
import "./chunk-SMO6SFH7.js";
import {
  identityOf
} from "./chunk-6DWRJRA7.js";
import {
  columnsOf,
  tablesOf,
  timeColumnOf
} from "./chunk-WPATSW7T.js";
import {
  readSettings
} from "./chunk-LTORBZVX.js";
import "./chunk-4ZUDNQV7.js";
import {
  Store,
  day,
  formatTime,
  hour,
  mixRow,
  newFingerprint
} from "./chunk-CHNZROBR.js";
import "./chunk-5YC2MZBJ.js";
import "./chunk-MLKGABMK.js";

// src/check-bars.ts
var checkBars = {
  name: "bars are the fold of their trades",
  *find(store) {
    if (!store.get("SELECT 1 FROM bar")) return;
    for (const instrument of tradedInstruments(store))
      for (const version of [1, 2]) {
        yield* differences(store, instrument, version, hour, hoursOfTrades(store, instrument, version));
        yield* differences(store, instrument, version, day, daysOfHours(store, instrument, version));
      }
  }
};
function tradedInstruments(store) {
  const rows = store.all(
    "SELECT id, exchange_code || ' ' || class || ' ' || code, price_decimals, amount_decimals FROM instrument ORDER BY id"
  );
  return rows.map(([id, name, price, amount]) => ({ id, name, precision: { price, amount } }));
}
function* differences(store, { id, name }, version, width, folds) {
  const { start, end } = identityOf(store);
  const stored = new Map(storedBars(store, id, version, width).map(([time, bar]) => [time, textOf(bar)]));
  const told = (time) => `${name}, v${version}, ${width / hour} h from ${formatTime(time)}`;
  for (const [time, expected] of folds) {
    if (time < start || time + width > end) continue;
    if (stored.get(time) !== expected) yield `${told(time)}: ${stored.get(time) ?? "no bar"}, and not ${expected}`;
    stored.delete(time);
  }
  for (const [time, text] of stored) yield `${told(time)}: ${text}, and nothing was traded`;
}
function* hoursOfTrades(store, { id, precision }, version) {
  const trades = store.each(
    `SELECT timestamp, price, amount FROM trade WHERE instrument = ? AND versions & ?
     ORDER BY timestamp, trade_id`,
    id,
    version
  );
  yield* fold(trades, hour, precision, (into, [, price, amount]) => {
    const [p, a] = [String(price), String(amount)];
    into.add(p, parseDecimal(p, precision.price), parseDecimal(a, precision.amount));
  });
}
function* daysOfHours(store, { id, precision }, version) {
  const hours = storedBars(store, id, version, hour);
  const rows = hours.map(([time, bar]) => [time, bar]);
  yield* fold(rows, day, precision, (into, [, bar]) => into.merge(bar));
}
function* fold(rows, width, precision, add) {
  const into = new BarFold(precision);
  let begin = Number.NaN;
  for (const row of rows) {
    const time = Math.floor(Number(row[0]) / width) * width;
    if (time !== begin && into.count > 0) yield [begin, textOf(into)];
    if (time !== begin) into.clear();
    begin = time;
    add(into, row);
  }
  if (into.count > 0) yield [begin, textOf(into)];
}
function storedBars(store, id, version, width) {
  const rows = store.all(
    `SELECT timestamp, open, high, low, close, volume, notional, count FROM bar
     WHERE instrument = ? AND width = ? AND versions & ? ORDER BY timestamp`,
    id,
    width,
    version
  );
  return rows.map(([time, open, high, low, close, volume, notional, count]) => [
    time,
    { open, high, low, close, volume, notional, count }
  ]);
}
function textOf({ open, high, low, close, volume, notional, count }) {
  return [open, high, low, close, volume, notional, count].join(" ");
}

// src/check-counts.ts
var moving = {
  instrument: ["ended", "trade_start", "trade_end", "trade_count", "trade_size"]
};
var ownTables = ["store", "fingerprint"];
var checkCounts = [
  {
    name: "the file is whole",
    *find(store) {
      for (const [line] of store.each("PRAGMA quick_check(20)")) if (line !== "ok") yield String(line);
    }
  },
  {
    name: "the digest is that of the rows",
    *find(store) {
      if (identityOf(store).source !== "seed") return;
      const said = new Map(saidFingerprints(store).map((one) => [one.table, one]));
      for (const counted of countedFingerprints(store)) {
        const line = difference(said.get(counted.table) ?? newFingerprint(counted.table), counted);
        if (line !== void 0) yield line;
      }
    }
  }
];
function difference(said, { table, rows, high, low }) {
  if (said.rows !== rows) return `${table} has ${rows} rows, and says that it has ${said.rows}`;
  if (said.high !== high || said.low !== low)
    return `${table} has rows that are not what they were when they were written`;
  return void 0;
}
function saidFingerprints(store) {
  const rows = store.all('SELECT "table", rows, high, low FROM fingerprint ORDER BY 1');
  return rows.map(([table, rows2, high, low]) => ({ table, rows: rows2, high, low }));
}
function countedFingerprints(store) {
  const views = new Set(store.all("SELECT name FROM sqlite_schema WHERE type = 'view'").map(([name]) => String(name)));
  const tables = tablesOf(store).filter((name) => !views.has(name) && !ownTables.includes(name));
  return tables.map((table) => {
    const columns = columnsOf(store, table).filter((name) => !moving[table]?.includes(name));
    const fingerprint = newFingerprint(table);
    const names = columns.map((name) => `"${name}"`).join(", ");
    for (const row of store.each(`SELECT ${names} FROM "${table}"`)) mixRow(fingerprint, row);
    return fingerprint;
  });
}

// src/check-fx-hours.ts
var checkFxHours = {
  name: "hours of exchange rates add up to their minutes",
  *find(store) {
    for (const [time, totals, lasts] of store.all("SELECT timestamp, totals, lasts FROM fx_hour ORDER BY timestamp")) {
      const summed = sumMinutes(store, Number(time));
      if (summed.totals !== totals || summed.lasts !== lasts)
        yield `the rates of the hour from ${formatTime(Number(time))} are not those of its minutes`;
    }
  }
};
function sumMinutes(store, start) {
  let rates = [];
  let totals = [];
  const minutes = store.all(
    "SELECT rates FROM fx_minute WHERE timestamp >= ? AND timestamp < ? ORDER BY timestamp",
    start,
    start + hour
  );
  for (const [text] of minutes) {
    const told = JSON.parse(String(text));
    rates = told.map((value, n) => value + (rates[n] ?? 0));
    totals = rates.map((rate, n) => rate + (totals[n] ?? 0));
  }
  return { totals: JSON.stringify(totals), lasts: JSON.stringify(rates) };
}

// src/check-references.ts
var meanings = {
  instrument: "instrument (id)",
  exchange_code: "exchange (code)",
  asset: "asset (code)",
  base_asset: "asset (code)",
  quote_asset: "asset (code)",
  blockchain: "chain (code)",
  protocol: "protocol (code)",
  pool: "pool (id)"
};
var checkReferences = {
  name: "every code in a row is in the reference data",
  *find(store) {
    for (const table of tablesOf(store))
      for (const column of columnsOf(store, table)) {
        const meaning = meanings[column];
        if (meaning !== void 0) yield* unresolved(store, table, column, meaning);
      }
  }
};
function* unresolved(store, table, column, meaning) {
  const [parent, key] = meaning.split(/[ ()]+/);
  const values = store.each(
    `SELECT value FROM (SELECT DISTINCT "${column}" AS value FROM "${table}")
     WHERE value IS NOT NULL AND value NOT IN (SELECT "${key}" FROM "${parent}")`
  );
  for (const [value] of values) yield `${table} has rows of the ${column} ${value}, which is no ${parent}`;
}

// src/check-tables.ts
function sqlCheck(name, sql) {
  return {
    name,
    *find(store) {
      const { start, end } = identityOf(store);
      for (const [line] of store.prepare(sql).all({ start, end })) yield String(line);
    }
  };
}
var checkTables = [
  {
    name: "nothing happens at or after the end of the store",
    *find(store) {
      const { end } = identityOf(store);
      for (const table of tablesOf(store)) {
        const time = timeColumnOf(store, table);
        if (time === void 0) continue;
        const [late] = store.all(`SELECT count(*) FROM "${table}" WHERE "${time}" >= ?`, end);
        if (late[0] !== 0) yield `${table} has ${late[0]} rows from after the end of the store`;
      }
    }
  },
  sqlCheck(
    "instruments count their trades, and know the first and the last",
    `WITH own AS (
       SELECT instrument, count(*) AS count, min(timestamp) AS first, max(timestamp) AS last
       FROM trade WHERE versions & 1 GROUP BY instrument)
     SELECT format('%s %s %s says %d trades from %s to %s, and has %d from %s to %s', exchange_code, class, code,
       trade_count, trade_start, trade_end, coalesce(count, 0), first, last)
     FROM instrument LEFT JOIN own ON instrument = id
     WHERE trade_count IS NOT coalesce(count, 0) OR (count > 0 AND (trade_start IS NOT first OR trade_end IS NOT last))`
  ),
  sqlCheck(
    "hours of order books add up to their snapshots",
    `WITH own AS (
       SELECT instrument, poll_timestamp - poll_timestamp % 3600000 AS hour, count(*) AS count, sum(bid) AS bids,
         sum(ask) AS asks
       FROM order_book_snapshot GROUP BY instrument, hour)
     SELECT format('the hour %d of instrument %d holds %d snapshots, and there are %d', coalesce(timestamp, hour),
       coalesce(h.instrument, own.instrument), coalesce(snapshots, 0), coalesce(count, 0))
     FROM order_book_hour AS h FULL JOIN own ON own.instrument = h.instrument AND hour = timestamp
     WHERE coalesce(timestamp, hour) + 3600000 <= :end
       AND (snapshots IS NOT count OR bid IS NOT bids OR ask IS NOT asks)
       AND EXISTS (SELECT * FROM order_book_hour)`
  ),
  sqlCheck(
    "liquidations are worth their amount in USD, at their rate",
    `SELECT format('liquidation %s of instrument %d at %d: %s \xD7 %s is not %s', trade_id, instrument, timestamp,
       amount_quote, rate, amount_usd)
     FROM liquidation WHERE abs(amount_quote * rate - amount_usd) > 1e-9 * abs(amount_usd)`
  )
];

// src/verification.ts
var checks = [checkCounts, checkReferences, checkBars, checkFxHours, ...checkTables].flat();
var most = 10;
function* verifyStore(store) {
  for (const { name, find } of checks) yield { name, wrong: firstOf(find(store)) };
}
function firstOf(lines) {
  const wrong = [];
  for (const line of lines) {
    if (wrong.push(line) > most) return [...wrong.slice(0, most), "and more"];
  }
  return wrong;
}

// src/verify-command.ts
async function verify(argv, environment) {
  const store = Store.open(readSettings(argv, environment).data, { readonly: true });
  try {
    store.renewSnapshot();
    return report(store);
  } finally {
    store.close();
  }
}
function report(store) {
  const say = (line) => process.stdout.write(`${line}
`);
  say(`${store.path}, digest ${describeStore(store).digest ?? "none: its rows are not the generator\u2019s"}`);
  let sound = true;
  for (const { name, wrong } of verifyStore(store)) {
    say(`${wrong.length === 0 ? "ok   " : "wrong"} ${name}`);
    for (const line of wrong) say(`      ${line}`);
    sound &&= wrong.length === 0;
  }
  return sound ? 0 : 1;
}
export {
  verify
};
