import {
  columnsOf,
  tablesOf,
  timeColumnOf
} from "./chunk-WPATSW7T.js";
import {
  readFlags,
  settingsOf,
  shown
} from "./chunk-LTORBZVX.js";
import {
  SettingsFailure,
  suggestion
} from "./chunk-4ZUDNQV7.js";
import {
  Store,
  parseTime
} from "./chunk-CHNZROBR.js";
import "./chunk-5YC2MZBJ.js";
import "./chunk-MLKGABMK.js";

// src/export-command.ts
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

// src/row-formats.ts
var ndjson = function* (columns, rows) {
  const names = columns.map((column) => `${JSON.stringify(column)}:`);
  for (const row of rows) yield `{${row.map((value, n) => names[n] + JSON.stringify(value)).join(",")}}
`;
};
var csv = function* (columns, rows) {
  yield `${columns.map(field).join(",")}
`;
  for (const row of rows) yield `${row.map(field).join(",")}
`;
};
function field(value) {
  if (value === null) return "";
  const text = String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// src/export-command.ts
var formats = { ndjson, csv };
async function exportTable(argv, environment) {
  const { settings, own, operands } = readFlags(argv, { operands: ["TABLE"], flags: ["format", "from", "to"] });
  const lines = formatOf(own.format ?? "ndjson");
  const range = { from: timeOf("from", own.from), to: timeOf("to", own.to) };
  const store = Store.open(settingsOf(settings, environment).data, { readonly: true });
  try {
    const table = tableOf(store, operands[0]);
    await write(lines(columnsOf(store, table), rowsOf(store, table, range)));
  } finally {
    store.close();
  }
  return 0;
}
async function write(lines) {
  try {
    await pipeline(Readable.from(batches(lines)), process.stdout);
  } catch (error) {
    if (error.code !== "EPIPE") throw error;
  }
}
var batchSize = 65536;
function* batches(lines) {
  let batch = "";
  for (const line of lines) {
    batch += line;
    if (batch.length < batchSize) continue;
    yield batch;
    batch = "";
  }
  yield batch;
}
function rowsOf(store, table, { from, to }) {
  if (from === void 0 && to === void 0) return store.each(`SELECT * FROM "${table}"`);
  const time = timeColumnOf(store, table);
  if (time === void 0) throw new SettingsFailure(`${table} has no times: it takes no --from and no --to`);
  const range = [from ?? -Number.MAX_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER];
  return store.each(`SELECT * FROM "${table}" WHERE "${time}" >= ? AND "${time}" < ?`, ...range);
}
function formatOf(name) {
  const lines = Object.hasOwn(formats, name) ? formats[name] : void 0;
  if (lines) return lines;
  throw new SettingsFailure(`--format must be ${Object.keys(formats).join(" or ")}, not ${shown(name)}`);
}
function timeOf(flag, text) {
  const time = text === void 0 ? void 0 : parseTime(text);
  if (text !== void 0 && time === void 0)
    throw new SettingsFailure(`--${flag} must be an ISO 8601 time, not ${shown(text)}`);
  return time;
}
function tableOf(store, name) {
  const tables = tablesOf(store);
  if (tables.includes(name)) return name;
  const hint = suggestion(name, tables) || `; known are ${tables.join(", ")}`;
  throw new SettingsFailure(`the store has no table ${shown(name)}${hint}`);
}
export {
  exportTable
};
