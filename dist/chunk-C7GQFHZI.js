import {
  OutdatedStore,
  StoreFailure
} from "./chunk-5YC2MZBJ.js";

// src/store.ts
import { existsSync, statSync } from "node:fs";
import Database from "better-sqlite3";

// src/fingerprint.ts
import { createHash } from "node:crypto";
function newFingerprint(table, rows = 0, high = 0, low = 0) {
  return { table, rows, high, low };
}
function mixRow(fingerprint, row) {
  let a = 2166136261;
  let b = 2654435769;
  for (const value of row) {
    if (typeof value === "number") {
      const high = Math.floor(value / 4294967296);
      const rest = Number.isInteger(value) ? 0 : Math.floor((value - Math.floor(value)) * 4294967296);
      a = Math.imul(a ^ value >>> 0 ^ rest, 16777619) ^ high;
      b = Math.imul(b ^ value >>> 0, 2246822507) ^ high ^ rest;
    } else if (value === null) {
      a = ~a;
      b = ~b;
    } else if (value instanceof Uint8Array) {
      for (const byte of value) {
        a = Math.imul(a ^ byte, 16777619);
        b = Math.imul(b ^ byte, 2246822507);
      }
    } else {
      const text = String(value);
      for (let n = 0; n < text.length; n++) {
        const code = text.charCodeAt(n);
        a = Math.imul(a ^ code, 16777619);
        b = Math.imul(b ^ code, 2246822507);
      }
    }
    a = Math.imul(a ^ a >>> 15, 739982445) + 1;
    b = Math.imul(b ^ b >>> 13, 3266489909) + 1;
  }
  fingerprint.rows++;
  fingerprint.high = fingerprint.high + finish(a ^ b >>> 16) >>> 0;
  fingerprint.low = fingerprint.low + finish(b ^ a >>> 16) >>> 0;
}
function finish(hash) {
  let mixed = Math.imul(hash ^ hash >>> 16, 2146121005);
  mixed = Math.imul(mixed ^ mixed >>> 15, 2221713035);
  return (mixed ^ mixed >>> 16) >>> 0;
}
function digest(fingerprints) {
  const lines = [...fingerprints].map(({ table, rows, high, low }) => `${table} ${rows} ${high} ${low}
`).sort();
  return createHash("sha256").update(lines.join("")).digest("hex");
}

// src/store.ts
var applicationId = 1296323394;
var schemaVersion = 3;
function bound(value) {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}
var Statement = class {
  #rows;
  #names = [];
  constructor(database, sql) {
    const positional = sql.replace(parameterPattern, (_, name) => {
      this.#names.push(name);
      return "ifnull(?, NULL)";
    });
    this.#rows = database.prepare(positional).raw();
  }
  get(bindings) {
    return this.#rows.get(...this.#ordered(bindings));
  }
  all(bindings) {
    return this.#rows.all(...this.#ordered(bindings));
  }
  #ordered(bindings) {
    return this.#names.map((name) => bound(bindings[name]));
  }
};
var parameterPattern = /(?<=^(?:[^']|'[^']*')*):(\w+)/g;
var rowsPerInsert = 32;
var Appender = class {
  #one;
  #many;
  #width;
  #fingerprint;
  #values = [];
  constructor(database, table, columns, fingerprint) {
    const row = `(${columns.map(() => "?").join(",")})`;
    const insert = `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(",")}) VALUES `;
    this.#one = database.prepare(insert + row);
    this.#many = database.prepare(insert + Array(rowsPerInsert).fill(row).join(","));
    this.#width = columns.length;
    this.#fingerprint = fingerprint;
  }
  add(...row) {
    mixRow(this.#fingerprint, row);
    for (const value of row) this.#values.push(value);
    if (this.#values.length < rowsPerInsert * this.#width) return;
    this.#many.run(this.#values);
    this.#values = [];
  }
  flush() {
    for (let n = 0; n < this.#values.length; n += this.#width) this.#one.run(this.#values.slice(n, n + this.#width));
    this.#values = [];
  }
};
var Store = class _Store {
  path;
  #database;
  #fingerprints = /* @__PURE__ */ new Map();
  constructor(path, database) {
    this.path = path;
    this.#database = database;
  }
  /** A new, empty store in a file that does not exist yet; written as fast as possible, and to be thrown away if cut short. */
  static create(path, schema) {
    const database = openFile(path, {});
    for (const pragma of [
      "journal_mode = MEMORY",
      "synchronous = OFF",
      "locking_mode = EXCLUSIVE",
      "cache_size = -65536"
    ])
      database.pragma(pragma);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
    database.exec(schema);
    return new _Store(path, database);
  }
  static open(path, options) {
    const database = openFile(path, { ...options, fileMustExist: true });
    try {
      checkIdentity(path, database);
      checkLength(path, database);
      for (const pragma of ["mmap_size = 1073741824", "cache_size = -8192", "busy_timeout = 10000"])
        database.pragma(pragma);
      return new _Store(path, database);
    } catch (error) {
      database.close();
      throw error instanceof StoreFailure ? error : new StoreFailure(`${path} cannot be read: ${error.message}`);
    }
  }
  /** Whether every row was written by the generator, which keeps to the patterns of its texts. */
  get generated() {
    return isGenerated(this.#database);
  }
  /**
   * Goes on to read from the store as it is now. A reader keeps one snapshot for a while, since taking and giving back
   * the file's locks costs 5 µs with every statement.
   */
  renewSnapshot() {
    if (this.#database.inTransaction) this.#database.exec("COMMIT");
    this.#database.exec("BEGIN");
  }
  /** Lets readers read while one connection writes, and makes what is committed survive a kill at any moment. */
  writeAheadLog() {
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = NORMAL");
  }
  /** Puts everything into the one file again: a reader then needs no folder that it may write to. */
  singleFile() {
    this.#database.pragma("journal_mode = DELETE");
  }
  prepare(sql) {
    return new Statement(this.#database, sql);
  }
  get(sql, bindings = {}) {
    return this.prepare(sql).get(bindings);
  }
  all(sql, ...values) {
    return this.#database.prepare(sql).raw().all(values.map(bound));
  }
  /** The same, row by row: for more rows than memory holds. */
  *each(sql, ...values) {
    yield* this.#database.prepare(sql).raw().iterate(values.map(bound));
  }
  run(sql, ...values) {
    this.#database.prepare(sql).run(values.map(bound));
  }
  /** Runs `work` whole or not at all; no other connection writes meanwhile. */
  transaction(work) {
    return this.#database.transaction(work).immediate();
  }
  appender(table, columns) {
    return new Appender(this.#database, table, columns, this.#fingerprintOf(table));
  }
  #fingerprintOf(table) {
    const known = this.#fingerprints.get(table) ?? newFingerprint(table);
    if (!this.#fingerprints.has(table)) this.#load(known);
    this.#fingerprints.set(table, known);
    return known;
  }
  /** Takes over what the store says, since another process may have added rows. */
  loadFingerprints() {
    for (const fingerprint of this.#fingerprints.values()) this.#load(fingerprint);
  }
  #load(fingerprint) {
    const { table } = fingerprint;
    const [rows, high, low] = this.get('SELECT rows, high, low FROM fingerprint WHERE "table" = :table', { table }) ?? [];
    Object.assign(fingerprint, { rows: Number(rows ?? 0), high: Number(high ?? 0), low: Number(low ?? 0) });
  }
  /** Writes down the fingerprints that appenders have moved; part of the transaction that holds the rows. */
  saveFingerprints() {
    for (const { table, rows, high, low } of this.#fingerprints.values())
      this.run(
        'INSERT OR REPLACE INTO fingerprint ("table", rows, high, low) VALUES (?, ?, ?, ?)',
        table,
        rows,
        high,
        low
      );
  }
  close() {
    this.#database.close();
  }
};
function openFile(path, options) {
  try {
    return new Database(path, options);
  } catch (error) {
    throw new StoreFailure(`the store ${path} cannot be opened: ${error.message}`);
  }
}
function checkIdentity(path, database) {
  if (database.pragma("application_id", { simple: true }) !== applicationId)
    throw new StoreFailure(`${path} is a database, but no store of this server; set SANDBOX_DATA to another path`);
  const version = database.pragma("user_version", { simple: true });
  if (version === schemaVersion) return;
  const told = `${path} is a store of version ${version}, this server reads version ${schemaVersion}`;
  if (version < schemaVersion && isGenerated(database)) throw new OutdatedStore(told);
  throw new StoreFailure(`${told}; delete it or set SANDBOX_DATA to another path`);
}
function checkLength(path, database) {
  if (existsSync(`${path}-wal`)) return;
  const pages = Number(database.pragma("page_count", { simple: true }));
  const expected = pages * Number(database.pragma("page_size", { simple: true }));
  const { size } = statSync(path);
  if (size < expected) throw new StoreFailure(`${path} is cut short: ${size} of ${expected} bytes; delete it`);
}
function isGenerated(database) {
  return database.prepare("SELECT value FROM store WHERE name = 'source'").pluck().get() === "seed";
}

export {
  newFingerprint,
  mixRow,
  digest,
  schemaVersion,
  Store
};
