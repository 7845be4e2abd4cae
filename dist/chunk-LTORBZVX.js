import {
  Kind,
  Settings,
  SettingsFailure,
  TransformKind,
  Type,
  flagOf,
  settingNames,
  suggestion,
  variableOf
} from "./chunk-4ZUDNQV7.js";
import {
  Moment,
  day,
  formatTime,
  parseInterval,
  parseMoment,
  parseTime,
  schemaVersion
} from "./chunk-CHNZROBR.js";

// src/failure.ts
var statuses = {
  badParameter: 400,
  badToken: 400,
  badUrl: 400,
  badRequest: 400,
  noKey: 401,
  unknownKey: 401,
  expiredKey: 401,
  revokedKey: 401,
  notInPlan: 403,
  notFound: 404,
  unknownCode: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  requestTimeout: 408,
  tooLong: 414,
  expectationFailed: 417,
  headersTooLarge: 431,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503
};
var Failure = class extends Error {
  kind;
  statusCode;
  headers;
  constructor(kind, message, headers = {}) {
    super(message);
    this.kind = kind;
    this.statusCode = statuses[kind];
    this.headers = headers;
  }
};
var translations = {
  FST_ERR_BAD_URL: () => new Failure("badUrl", "the path is not a valid URL path: look for a stray % in it"),
  FST_ERR_MAX_PARAM_LENGTH: () => new Failure("tooLong", "a segment of the path is longer than any code"),
  FST_ERR_ROUTE_MISSING_HANDLER: () => new Failure("internal", "the request could not be answered")
};
function asFailure(error) {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error;
  const translate = code === void 0 ? void 0 : translations[code];
  if (translate) return translate(error);
  if (statusCode && statusCode >= 400 && statusCode < 500) return clientFault(statusCode, error.message);
  return new Failure("internal", "the request could not be answered; the log has the cause under its request id");
}
function clientFault(status, message) {
  const kind = Object.keys(statuses).find((kind2) => statuses[kind2] === status) ?? "badRequest";
  return new Failure(kind, message);
}
function failureBody(failure) {
  return JSON.stringify({ result: "error", message: failure.message });
}
var shownLength = 60;
function shown(value) {
  return JSON.stringify(value.length > shownLength ? `${value.slice(0, shownLength)}\u2026` : value);
}

// src/flags.ts
import { parseArgs } from "node:util";
function readFlags(argv, { flags = [], operands = [] } = {}) {
  const bySetting = new Map([...settingNames, "config"].map((name) => [flagOf(name), name]));
  const { values, positionals } = parse(argv, [...bySetting.keys(), ...flags]);
  checkOperands(positionals, operands);
  const given = Object.entries(values);
  return {
    settings: Object.fromEntries(given.flatMap(([flag, value]) => pair(bySetting.get(flag), value))),
    own: Object.fromEntries(given.filter(([flag]) => flags.includes(flag))),
    operands: positionals
  };
}
function pair(name, value) {
  return name === void 0 ? [] : [[name, value]];
}
function parse(argv, known) {
  const options = Object.fromEntries(known.map((flag) => [flag, { type: "string" }]));
  try {
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
    return { values, positionals };
  } catch (error) {
    const [sentence = ""] = error.message.split(/\.\s/);
    const flag = /'--?([\w-]+)/.exec(sentence)?.[1] ?? "";
    const hint = known.includes(flag) ? "" : suggestion(flag, known);
    throw new SettingsFailure(sentence + hint);
  }
}
function checkOperands(given, wanted) {
  const [tooMuch] = given.slice(wanted.length);
  if (tooMuch !== void 0) throw new SettingsFailure(`${JSON.stringify(tooMuch)} is one argument too many`);
  const [missing] = wanted.slice(given.length);
  if (missing !== void 0) throw new SettingsFailure(`missing argument ${missing}`);
}

// src/read-settings.ts
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inspect } from "node:util";

// src/keys.ts
var Time = Type.String({ description: "ISO 8601; UTC where no offset is given" });
var Range = Type.Object(
  {
    start: Type.Optional(Time),
    end: Type.Optional(Time),
    last_days: Type.Optional(Type.Integer({ minimum: 1, description: "a range that moves with the clock" }))
  },
  { additionalProperties: false }
);
var Key = Type.Object(
  {
    key: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1, description: "what logs and metrics call it: the key itself is never shown" }),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: "requests a minute" })),
    families: Type.Optional(Type.Array(Type.String(), { description: "the commodities it may read" })),
    without: Type.Optional(Type.Array(Type.String(), { description: "the commodities it may not read" })),
    regions: Type.Optional(Type.Array(Type.Union([Type.Literal("eu"), Type.Literal("us")]))),
    instruments: Type.Optional(
      Type.Array(Type.String({ pattern: "^[^/]+/[^/]+/[^/]+$" }), {
        description: "exchange/class/code, each may be *"
      })
    ),
    access_range: Type.Optional(Range),
    data_range: Type.Optional(Range),
    expires: Type.Optional(Time),
    revoked: Type.Optional(Type.Boolean())
  },
  { additionalProperties: false }
);
var KeyFile = Type.Array(Key, { minItems: 1 });
var commodities = [
  "trades",
  "order_book_snapshots",
  "liquidation",
  "analytics",
  "liquidity",
  "lending",
  "tvl",
  "state_price",
  "supply",
  "staking",
  "wallet"
];
function wrongEntry(keys) {
  for (const [n, key] of keys.entries()) {
    const wrong = duplicate(keys, n) ?? wrongCommodity(key) ?? wrongTimes(key);
    if (wrong) return { path: `/${n}${wrong.path}`, message: wrong.message };
  }
  return void 0;
}
function duplicate(keys, n) {
  const first = keys.findIndex(({ key }) => key === keys[n].key);
  return first === n ? void 0 : { path: "/key", message: `the same key as at /${first}` };
}
function wrongCommodity(key) {
  for (const list of ["families", "without"])
    for (const [n, name] of (key[list] ?? []).entries())
      if (!commodities.includes(name))
        return { path: `/${list}/${n}`, message: `unknown family ${shown(name)}${suggestion(name, commodities)}` };
  return void 0;
}
function wrongTimes({ expires, access_range, data_range }) {
  return noTime("/expires", expires) ?? wrongRange("/access_range", access_range) ?? wrongRange("/data_range", data_range);
}
function wrongRange(path, { start, end } = {}) {
  const wrong = noTime(`${path}/start`, start) ?? noTime(`${path}/end`, end);
  if (wrong || start === void 0 || end === void 0 || parseTime(start) <= parseTime(end)) return wrong;
  return { path, message: `start ${shown(start)} is after end ${shown(end)}` };
}
function noTime(path, text) {
  if (text === void 0 || parseTime(text) !== void 0) return void 0;
  return { path, message: `${shown(text)} is no ISO 8601 time` };
}
var defaultLimit = 6e3;
var defi = ["liquidity", "lending", "tvl", "state_price", "staking"];
var builtInKeys = [
  { key: "sandbox-key", name: "full" },
  { key: "sandbox-limited", name: "small limit", limit: 10 },
  { key: "sandbox-expired", name: "expired", expires: "2020-01-01T00:00:00Z" },
  { key: "sandbox-revoked", name: "revoked", revoked: true },
  { key: "sandbox-eu-only", name: "eu only", regions: ["eu"] },
  {
    key: "sandbox-last-30-days",
    name: "last 30 days only",
    access_range: { last_days: 30 },
    data_range: { last_days: 30 }
  },
  { key: "sandbox-no-defi", name: "without DeFi", without: defi },
  { key: "sandbox-no-liquidations", name: "without the liquidations add-on", without: ["liquidation"] }
];
var Keys = class {
  #byKey;
  #clock;
  constructor(keys, clock) {
    this.#byKey = new Map(keys.map((key) => [key.key, key]));
    this.#clock = clock;
  }
  /** The key that a request carries, if it is one that may ask at all. */
  check(given) {
    if (typeof given !== "string" || given === "")
      throw new Failure("noKey", "send your API key in the header X-Api-Key");
    const key = this.#byKey.get(given);
    if (!key) throw new Failure("unknownKey", "the API key in the header X-Api-Key is not known here");
    if (key.revoked) throw new Failure("revokedKey", "this API key has been revoked");
    if (key.expires && timeOf(key.expires) <= this.#clock.now())
      throw new Failure("expiredKey", `this API key expired at ${formatTime(timeOf(key.expires))}`);
    return key;
  }
  ranges(key) {
    return { access_range: this.#range(key.access_range), data_range: this.#range(key.data_range) };
  }
  #range(range) {
    const moving = range?.last_days === void 0 ? null : this.#clock.now() - range.last_days * day;
    return {
      start_timestamp: range?.start === void 0 ? moving : timeOf(range.start),
      end_timestamp: range?.end === void 0 ? null : timeOf(range.end)
    };
  }
};
function timeOf(text) {
  return Math.ceil(parseTime(text));
}
function checkPlan(key, commodity, region) {
  if (key.without?.includes(commodity) || key.families?.includes(commodity) === false)
    throw new Failure("notInPlan", `this API key's plan does not include ${commodity}`);
  if (key.regions && !key.regions.includes(region))
    throw new Failure(
      "notInPlan",
      `this API key's plan does not include the region ${region}, only ${key.regions.join(", ")}`
    );
}
function checkInstrument(key, path) {
  if (!key.instruments || path.instrument === void 0) return;
  const parts = [path.exchange, path.instrument_class, path.instrument];
  const opens = (pattern) => pattern.split("/").every((part, n) => part === "*" || part === parts[n]);
  if (!key.instruments.some(opens))
    throw new Failure(
      "notInPlan",
      `this API key's plan does not include ${parts.join("/")}, only ${key.instruments.join(", ")}`
    );
}

// src/nouns.ts
var NotOfNoun = class extends Error {
};
var aTime = "an ISO 8601 time of the years 0000 to 9999 UTC such as 2026-01-31T00:00:00.000Z";
var Time2 = Type.Transform(
  Type.String({
    format: "date-time",
    examples: ["2026-01-31T00:00:00.000Z"],
    description: "ISO 8601; UTC where no offset is given"
  })
).Decode((text) => parseMoment(text) ?? refuse(aTime)).Encode((moment) => moment.text);
var OngoingOrTime = Type.Transform(Type.String({ description: "ISO 8601, or ongoing" })).Decode((text) => text === "ongoing" ? text : parseMoment(text) ?? refuse(`ongoing or ${aTime}`)).Encode((value) => typeof value === "string" ? value : value.text);
function Interval(bounds2) {
  const least = parseInterval(bounds2.min);
  const most = parseInterval(bounds2.max);
  const { units = "smhd" } = bounds2;
  const rule = `a number and a unit (${[...units].join(", ")}) from ${bounds2.min} to ${bounds2.max}`;
  const initial = bounds2.default === void 0 ? {} : { default: bounds2.default };
  return Type.Transform(Type.String({ ...initial, examples: ["1m", "1h"], description: rule })).Decode((text) => {
    const milliseconds = parseInterval(text);
    if (milliseconds === void 0 || milliseconds < least || milliseconds > most) refuse(rule);
    if (!units.includes(text.at(-1))) refuse(rule);
    return { text, milliseconds };
  }).Encode((interval) => interval.text);
}
function refuse(rule) {
  throw new NotOfNoun(rule);
}
function Sort(initial = "desc") {
  return Type.Union([Type.Literal("asc"), Type.Literal("desc")], { default: initial, description: "order by time" });
}
function PageSize(size, max, min = 1) {
  return Type.Integer({ default: size, minimum: min, maximum: max, description: "records in a page, at most" });
}
function OneOf(codes, options = {}) {
  const choices = codes.map((code) => Type.Literal(code));
  return Type.Union(choices, options);
}
function ListOf(item, options = {}) {
  return Type.Array(item, { maxItems: 100, ...options });
}
var Code = Type.String({ minLength: 1, pattern: "^[^\\x00-\\x1f]*$", rule: "a code" });
var Count = Type.Integer({ minimum: 0 });
var DateText = Type.Transform(
  Type.String({ pattern: "^[0-9]{8}$", examples: ["20260131"], description: "a day as YYYYMMDD, UTC" })
).Decode((text) => parseMoment(text.replace(/^(....)(..)(..)$/, "$1-$2-$3")) ?? refuse("a day as YYYYMMDD")).Encode((moment) => moment.text.slice(0, 10).replaceAll("-", ""));
var DayOfTime = Type.Transform(
  Type.String({
    format: "date-time",
    examples: ["2026-01-31T00:00:00.000Z"],
    description: "ISO 8601; hours are ignored"
  })
).Decode((text) => Moment.at(Math.floor((parseMoment(text) ?? refuse(aTime)).time / day) * day)).Encode((moment) => moment.text);
var Days = {
  start_time: Type.Optional(DayOfTime),
  end_time: Type.Optional(DayOfTime),
  start_date: Type.Optional(DateText),
  end_date: Type.Optional(DateText),
  end_sate: Type.Optional({ ...DateText, aliasOf: "end_date", description: "another name of end_date" })
};
var BlockNumber = Type.Integer({ minimum: 0, description: "number of a block" });
var BlockRange = { start_block: Type.Optional(BlockNumber), end_block: Type.Optional(BlockNumber) };
var Live = Type.Boolean({
  default: false,
  description: "true: up to the head of the chain; false: only blocks that are deep enough to stay"
});
function onChain(pattern, rule) {
  return Type.Transform(Type.String({ pattern: pattern.source, description: rule })).Decode((text) => pattern.test(text) ? text.startsWith("0x") ? text.toLowerCase() : text : refuse(rule)).Encode((text) => text);
}
var Address = onChain(
  /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/,
  "an address: 0x and 40 hexadecimal digits, or 32 to 44 characters of base 58"
);
var TransactionHash = onChain(
  /^((0x)?[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{86,88})$/,
  "a transaction hash: 64 hexadecimal digits, or 86 to 88 characters of base 58"
);
var StartTime = { start_time: Type.Optional(Time2) };
var EndTime = { end_time: Type.Optional(Time2) };
var InclusiveEndTime = { end_time: Type.Optional({ ...Time2, inclusive: true }) };
var ContinuationToken = Type.String({
  description: "the position of the next page, as the last answer gave it"
});
var Millis = Type.Integer({ description: "milliseconds since 1970 UTC" });
var Seconds = Type.Integer({ description: "seconds since 1970 UTC" });
var TimeText = Type.String({ format: "date-time", description: "ISO 8601, UTC" });
var Identifier = Type.String({ pattern: "^[0-9A-Za-z_.:-]+$" });
var Decimal = Type.String({ pattern: "^-?[0-9]+(\\.[0-9]*[1-9])?$", description: "exact decimal" });
function Nullable(schema) {
  return Type.Union([schema, Type.Null()]);
}

// src/parameters.ts
var longest = 4096;
function compileParameters(schema, validation, wireName = (name) => name, wireValue = (value) => value) {
  const reading = { validation, wireValue };
  const all = Object.keys(schema.properties).map((name) => compileParameter(name, wireName(name), schema, reading));
  const labels = all.map(({ label }) => label);
  const token = all.find(({ name }) => name === "continuation_token");
  const aliases = all.flatMap((one) => one.aliasOf === void 0 ? [] : [{ ...one, aliasOf: one.aliasOf }]);
  return (wire) => {
    if (token && wire[token.label] !== void 0) return { [token.name]: token.read(wire[token.label]) };
    if (validation === "strict") refuseUnknown(wire, labels);
    const parameters = {};
    for (const { name, label, read, initial } of all) {
      const value = wire[label];
      if (value !== void 0) parameters[name] = read(value);
      else if (initial !== void 0) parameters[name] = initial;
    }
    for (const { name, label, aliasOf } of aliases) {
      if (parameters[name] === void 0) continue;
      if (wire[aliasOf] !== void 0 && String(wire[aliasOf]) !== String(wire[label]))
        throw new Failure("badParameter", `${label} is another name of ${aliasOf}: give one of them`);
      parameters[aliasOf] = parameters[name];
      delete parameters[name];
    }
    const missing = all.find(({ name, required }) => required && parameters[name] === void 0);
    if (missing) throw new Failure("badParameter", `${missing.label} is required`);
    return parameters;
  };
}
function compileParameter(name, label, schema, reading) {
  const property = schema.properties[name];
  const read = property[Kind] === "Array" ? listReader(label, property, reading) : singleReader(label, property, reading);
  const initial = property.default === void 0 ? void 0 : read(String(property.default));
  const aliasOf = property.aliasOf;
  return { name, label, read, initial, aliasOf, required: schema.required?.includes(name) ?? false };
}
function refuseUnknown(wire, names) {
  const unknown = Object.keys(wire).find((name) => !names.includes(name));
  if (unknown === void 0) return;
  throw new Failure("badParameter", `unknown parameter ${shown(unknown)}${suggestion(unknown, names)}`);
}
function singleReader(name, schema, reading) {
  const readText = textReader(schema, reading);
  return (value) => {
    if (typeof value !== "string")
      throw new Failure("badParameter", `${name} was given ${value.length} times; give it once`);
    return named(name, readText, value);
  };
}
function listReader(name, schema, reading) {
  const readText = textReader(schema.items, { ...reading, validation: "standard" });
  const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
  return (value) => {
    const texts = (typeof value === "string" ? [value] : value).flatMap((text) => text.split(","));
    if (texts.length > most) throw new Failure("badParameter", `${name} takes at most ${most} values`);
    return texts.map((text) => named(name, readText, text.trim()));
  };
}
function named(name, readText, text) {
  if (text.length > longest) throw new Failure("tooLong", `${name} is longer than ${longest} characters`);
  try {
    return readText(text);
  } catch (error) {
    if (!(error instanceof NotOfNoun)) throw error;
    throw new Failure("badParameter", `${name} must be ${error.message}, not ${text === "" ? "empty" : shown(text)}`);
  }
}
function textReader(schema, reading) {
  const transform = schema[TransformKind];
  if (transform) return (text) => transform.Decode(text);
  const reader = readers[schema[Kind]];
  if (!reader) throw new Error(`no way to read a parameter of kind ${schema[Kind]}`);
  return reader(schema, reading);
}
var readers = {
  String: (schema) => {
    const { minLength = 0, pattern = "", rule = pattern ? `a text that matches ${pattern}` : "a text" } = schema;
    return (text) => {
      if (text.length < minLength || !new RegExp(pattern).test(text)) throw new NotOfNoun(rule);
      return text;
    };
  },
  Boolean: () => (text) => {
    const value = booleans[text.toLowerCase()];
    if (value === void 0) throw new NotOfNoun("true or false");
    return value;
  },
  Union: (schema, { wireValue }) => {
    const choices = new Map(schema.anyOf.map(({ const: own }) => [wireValue(own), own]));
    const names = [...choices.keys()];
    return (text) => {
      const choice = choices.get(text);
      if (choice === void 0) throw new NotOfNoun(`${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);
      return choice;
    };
  },
  Integer: (schema, { validation }) => numberReader(schema, /^[+-]?\d+$/, "an integer", validation === "lenient"),
  Number: (schema) => numberReader(schema, /^[+-]?(\d+\.?\d*|\.\d+)$/, "a number", false)
};
var booleans = Object.assign(/* @__PURE__ */ Object.create(null), {
  true: true,
  1: true,
  false: false,
  0: false
});
function numberReader(schema, pattern, noun, clamp) {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMaximum } = schema;
  const rule = noun + bounds(schema);
  return (text) => {
    const value = pattern.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(value)) throw new NotOfNoun(rule);
    if (clamp) return Math.min(Math.max(value, minimum), maximum);
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new NotOfNoun(value < 0 ? rule : boundedRule(rule, schema));
    if (value < minimum || value > maximum || value >= exclusiveMaximum) throw new NotOfNoun(rule);
    return value;
  };
}
function boundedRule(rule, { maximum, exclusiveMaximum }) {
  return maximum === void 0 && exclusiveMaximum === void 0 ? `${rule} and at most ${Number.MAX_SAFE_INTEGER}` : rule;
}
function bounds({ minimum, maximum, exclusiveMaximum }) {
  const from = minimum === void 0 ? "" : ` from ${minimum}`;
  if (exclusiveMaximum !== void 0) return `${from} to below ${exclusiveMaximum}`;
  return maximum === void 0 ? from && ` of at least ${minimum}` : `${from} to ${maximum}`;
}

// src/store-place.ts
import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
var cloneFolder = fileURLToPath(new URL("../data", import.meta.url));
function storeInClone(profile) {
  return existsSync(cloneFolder) ? join(cloneFolder, `${profile}.sqlite`) : void 0;
}
function storeInCache({ seed, profile, now }, environment) {
  const world = createHash("sha256").update(seed).digest("hex").slice(0, 8);
  const frozen = parseTime(now);
  const end = frozen === void 0 ? "" : `-${Math.floor(frozen)}`;
  return join(cacheFolder(environment), "market-data-sandbox", `${profile}-v${schemaVersion}-${world}${end}.sqlite`);
}
function cacheFolder({ XDG_CACHE_HOME: chosen, LOCALAPPDATA: windows }) {
  if (chosen && isAbsolute(chosen)) return chosen;
  if (process.platform === "win32" && windows) return windows;
  return join(homedir(), process.platform === "darwin" ? "Library/Caches" : ".cache");
}
var kept = 8;
function keepFewInCache(path) {
  const kindOf = (name) => /^(\w+)-v\d+-\w{8}-\d+\.sqlite$/.exec(name)?.[1];
  const kind = kindOf(basename(path));
  if (kind === void 0) return;
  const now = /* @__PURE__ */ new Date();
  utimesSync(path, now, now);
  const alike = readdirSync(dirname(path)).filter((name) => kindOf(name) === kind);
  const lastUses = alike.map((name) => ({ name, lastUse: modified(join(dirname(path), name)) }));
  for (const { name } of lastUses.sort((a, b) => b.lastUse - a.lastUse).slice(kept))
    rmSync(join(dirname(path), name), { force: true });
}
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

// src/read-settings.ts
function readSettings(argv, environment) {
  return settingsOf(readFlags(argv).settings, environment);
}
function settingsOf(flags, environment) {
  const path = flags.config ?? environment.SANDBOX_CONFIG;
  const given = { ...path ? readFile(path) : {}, ...readEnvironment(environment), ...flags };
  return complete(given, labelWithVariable, environment, storeInClone);
}
function settingsOfOptions(options, environment) {
  checkNames(options, (name) => `unknown option ${name}`);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== void 0));
  const { keys, ...others } = given;
  const list = Array.isArray(keys) ? checkKeys(keys, "keys") : null;
  const written = list ? others : given;
  for (const [name, value] of Object.entries(written)) checkType(name, value);
  const settings = complete({ port: 0, logLevel: "silent", ...written }, (name) => name, environment);
  return list ? { ...settings, keyList: list } : settings;
}
function checkType(name, value) {
  const wanted = typeof (Settings.properties[name].default ?? "");
  if (typeof value !== wanted) throw new SettingsFailure(`${name} must be a ${wanted}, not ${inspect(value)}`);
}
function complete(given, label, environment, place = () => void 0) {
  const read = readValues(given, label);
  if (!["live", "seeded"].includes(read.now) && parseTime(read.now) === void 0)
    throw new SettingsFailure(`${label("now")} must be live, seeded or an ISO 8601 time, not ${shown(read.now)}`);
  checkRedisUrl(read.redisUrl, label);
  const placed = read.data || place(read.profile);
  return {
    ...read,
    data: placed ?? storeInCache(read, environment),
    cached: placed === void 0,
    keyList: read.keys ? checkKeys(readJson(read.keys, "keys", label), `${label("keys")}: ${read.keys}`) : null,
    hosts: readHosts(read.hosts, label)
  };
}
function checkRedisUrl(url, label) {
  if (url === "" || /^rediss?:\/\/./.test(url) && URL.canParse(url)) return;
  throw new SettingsFailure(`${label("redisUrl")} must be a redis:// or rediss:// URL`);
}
function readValues(given, label) {
  const texts = Object.entries(given).map(([name, value]) => [label(name), String(value)]);
  try {
    return compileParameters(Settings, "standard", label)(Object.fromEntries(texts));
  } catch (error) {
    throw new SettingsFailure(error.message);
  }
}
function labelWithVariable(name) {
  return `${name} (${variableOf(name)})`;
}
function readEnvironment(environment) {
  const given = {};
  if (environment.PORT) given.port = environment.PORT;
  for (const name of settingNames) {
    const value = environment[variableOf(name)];
    if (value !== void 0 && value !== "" && !isServiceLink(name, value)) given[name] = value;
  }
  const known = new Set([...settingNames, "config"].map(variableOf));
  const unknown = Object.keys(environment).find(
    (name) => name.startsWith("SANDBOX_") && !known.has(name) && !serviceLinks.test(name)
  );
  if (unknown) throw new SettingsFailure(`unknown setting ${unknown}${suggestion(unknown, known)}`);
  return given;
}
var serviceLinks = /^SANDBOX_(SERVICE|PORT)_/;
function isServiceLink(name, value) {
  return name === "port" && /^(tcp|udp|sctp):\/\//.test(value);
}
function readFile(path) {
  const given = readJson(path, "config", labelWithVariable);
  if (given === null || typeof given !== "object" || Array.isArray(given))
    throw new SettingsFailure(`config: ${path} must hold a JSON object of settings`);
  checkNames(given, (name) => `config: ${path} has the unknown setting ${shown(name)}`);
  return given;
}
function checkNames(given, told) {
  const unknown = Object.keys(given).find((name) => !settingNames.includes(name));
  if (unknown !== void 0) throw new SettingsFailure(told(unknown) + suggestion(unknown, settingNames));
}
function checkKeys(keys, where) {
  const { Value } = createRequire(import.meta.url)(
    "@sinclair/typebox/value"
  );
  const wrong = Value.Errors(KeyFile, keys).First();
  if (wrong) throw new SettingsFailure(`${where} at ${wrong.path || "/"}: ${wrong.message}`);
  const entry = wrongEntry(keys);
  if (entry) throw new SettingsFailure(`${where} at ${entry.path}: ${entry.message}`);
  return keys;
}
function readHosts(text, label) {
  const pairs = text.split(",").filter((pair2) => pair2 !== "");
  const wrong = pairs.find((pair2) => !/^[^=]+=(eu|us|reference)$/.test(pair2));
  if (wrong)
    throw new SettingsFailure(`${label("hosts")} must be name=eu, name=us or name=reference, not ${shown(wrong)}`);
  return Object.fromEntries(pairs.map((pair2) => pair2.toLowerCase().split("=")));
}
function readJson(path, setting, label) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new SettingsFailure(`${label(setting)}: ${path} cannot be read: ${error.message}`);
  }
}

export {
  Failure,
  asFailure,
  failureBody,
  shown,
  defaultLimit,
  builtInKeys,
  Keys,
  checkPlan,
  checkInstrument,
  Time2 as Time,
  OngoingOrTime,
  Interval,
  Sort,
  PageSize,
  OneOf,
  ListOf,
  Code,
  Count,
  StartTime,
  EndTime,
  ContinuationToken,
  Millis,
  TimeText,
  Identifier,
  Decimal,
  Nullable,
  compileParameters,
  readFlags,
  keepFewInCache,
  readSettings,
  settingsOf,
  settingsOfOptions
};
