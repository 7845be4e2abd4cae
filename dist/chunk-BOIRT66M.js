import {
  STATUS_CODES,
  createServer
} from "./chunk-ZFSWUA7A.js";
import {
  DepthSum,
  bands,
  farWeights,
  nearWeights,
  ticksAway
} from "./chunk-SEQW6DPZ.js";
import {
  provideStore
} from "./chunk-YOAQ5ARZ.js";
import {
  BarFold,
  formatDecimal,
  parseDecimal,
  plainNumber,
  quotient
} from "./chunk-NKN7XCB5.js";
import {
  describeServer
} from "./chunk-QTXCWM66.js";
import {
  identityOf
} from "./chunk-6DWRJRA7.js";
import {
  Code,
  ContinuationToken,
  Count,
  Decimal,
  EndTime,
  Failure,
  Identifier,
  Interval,
  Keys,
  ListOf,
  Millis,
  Nullable,
  OneOf,
  OngoingOrTime,
  PageSize,
  Sort,
  StartTime,
  Time,
  TimeText,
  asFailure,
  builtInKeys,
  checkInstrument,
  checkPlan,
  compileParameters,
  defaultLimit,
  failureBody,
  shown
} from "./chunk-LTORBZVX.js";
import {
  Kind,
  OptionalKind,
  TransformKind,
  Type,
  kind_exports,
  nearest,
  suggestion
} from "./chunk-4ZUDNQV7.js";
import {
  Moment,
  Store,
  day,
  formatTime,
  hour,
  minute,
  parseTime,
  second
} from "./chunk-CHNZROBR.js";

// src/bounds.ts
function askedBounds({ properties }, parameters2) {
  checkBlocks(parameters2);
  const from = oneOf(parameters2, "start_time", "start_date");
  const end = oneOf(parameters2, "end_time", "end_date");
  if (from && end && from.moment.isAfter(end.moment))
    throw new Failure("badParameter", `${from.name} ${from.moment.text} is after ${end.name} ${end.moment.text}`);
  const asked = {};
  if (from) asked.from = Math.ceil(from.moment.time);
  if (end) asked.until = firstAfter(end.moment.time, properties.end_time?.inclusive === true);
  return asked;
}
function firstAfter(time, inclusive) {
  return inclusive ? Math.floor(time) + 1 : Math.ceil(time);
}
function oneOf(parameters2, ...names) {
  const given = names.filter((name) => parameters2[name] !== void 0).map((name) => ({ name, moment: parameters2[name] }));
  const [first, second2] = given;
  if (first && second2 && first.moment.time !== second2.moment.time)
    throw new Failure("badParameter", `${first.name} and ${second2.name} name different days: give one of them`);
  return first;
}
function checkBlocks({ start_block, end_block }) {
  if (start_block !== void 0 && end_block !== void 0 && Number(start_block) > Number(end_block))
    throw new Failure("badParameter", `start_block ${start_block} is after end_block ${end_block}`);
}

// src/dataset.ts
function resolveVersion(dataset, inPath, query, latest) {
  const { commodity } = dataset;
  if (query.commodity !== void 0 && query.commodity !== commodity)
    throw new Failure("badParameter", `commodity is ${shown(query.commodity)}, but the path says ${commodity}`);
  const fromPath = knownVersion(dataset, inPath, latest);
  if (query.data_version === void 0) return fromPath;
  const fromQuery = knownVersion(dataset, query.data_version, latest);
  if (inPath === "latest") return fromQuery;
  if (fromQuery !== fromPath)
    throw new Failure("badParameter", `data_version is ${shown(query.data_version)}, but the path says ${inPath}`);
  return fromPath;
}
function knownVersion({ commodity, versions }, version, latest) {
  if (version === "latest") return latest[commodity] ?? versions[0];
  if (versions.includes(version)) return version;
  const known = [...versions, "latest"].map((known2) => `${commodity}.${known2}`).join(", ");
  throw new Failure("notFound", `${commodity} has no version ${shown(version)}; known are ${known}`);
}
function versionBit(version) {
  return 1 << Number(version.slice(1)) - 1;
}

// src/echo.ts
var envelopeTimes = {
  typed: { text: "time", stamp: "timestamp", unit: 1 },
  typed_answer: { text: "answer_time", stamp: "answer_timestamp", unit: 1 },
  typed_seconds: { text: "time", stamp: "timestamp", unit: second },
  text: { text: "time", stamp: "timestamp", unit: second },
  dates: { text: "time", stamp: "timestamp", unit: second }
};
function parameterWriter(schema) {
  const writers = Object.entries(schema.properties).map(
    ([name, property]) => [name, valueWriter(property)]
  );
  return (parameters2) => {
    const written = {};
    for (const [name, write] of writers) if (parameters2[name] !== void 0) written[name] = write(parameters2[name]);
    return written;
  };
}
function withoutDefaults(schema, written) {
  const given = Object.entries(written).filter(([name, text2]) => text2 !== String(schema.properties[name]?.default));
  return Object.fromEntries(given);
}
var mostCarried = 2700;
function checkCarried(written) {
  if (Buffer.byteLength(JSON.stringify(written)) <= mostCarried) return;
  const [longest] = Object.keys(written).sort((a, b) => written[b].length - written[a].length);
  throw new Failure(
    "badParameter",
    `the parameters are longer than ${mostCarried} bytes together, ${longest} most of all: ask for less at once`
  );
}
function inMilliseconds(parameters2) {
  return Object.fromEntries(
    Object.entries(parameters2).map(([name, value]) => [name, value instanceof Moment ? value.time : value])
  );
}
function valueWriter(schema) {
  const transform = schema[TransformKind];
  if (transform) return (value) => transform.Encode(value);
  return (value) => Array.isArray(value) ? value.join(",") : String(value);
}
function echoOf(style, echoed, wireName) {
  const { path, parameters: parameters2, operation: operation2, commodity, version, now } = echoed;
  const asText = style === "text" || style === "dates";
  const own = asText ? textEcho(echoed, style, wireName) : typedEcho(echoed, style, wireName);
  const echo = { ...path, ...own, request_time: formatTime(now) };
  const { start_time, end_time } = parameters2;
  const stamp = (time) => asText ? String(Math.ceil(time)) : Math.ceil(time);
  if (start_time) echo.start_timestamp = stamp(start_time.time);
  if (end_time) echo.end_timestamp = stamp(end_time.time);
  return Object.assign(echo, { commodity, data_version: version }, operation2);
}
function typedEcho({ schema, parameters: parameters2, written }, style, wireName) {
  const echo = {};
  for (const name in schema.properties) {
    const value = parameters2[name];
    if (typeof value === "number" || typeof value === "boolean") echo[wireName(name)] = value;
    else if (written[name] !== void 0) echo[wireName(name)] = written[name];
    else if (style === "typed_seconds" && name.endsWith("_block")) echo[wireName(name)] = 0;
  }
  return echo;
}
function textEcho({ schema, parameters: parameters2, written }, style, wireName) {
  const echo = {};
  for (const [name, { aliasOf }] of Object.entries(schema.properties)) {
    if (aliasOf) continue;
    const value = parameters2[name];
    const asDay = style === "dates" && value instanceof Moment;
    echo[wireName(name)] = asDay ? `seconds:${value.time / second}` : written[name] ?? "*";
  }
  if (echo.sort) echo.sort = `${echo.sort}ending`;
  return echo;
}

// src/page.ts
var recordSeparator = ",\n";
var emptySource = { slice: () => ({ json: "", count: 0, next: null }) };

// src/sandbox.ts
function clientUrl(request) {
  const { basePath = "", url = "" } = request.raw;
  const scheme = request.protocol === "https" ? "https" : "http";
  return `${scheme}://${request.host}${basePath}${url.split("?", 1)[0]}`;
}

// src/send.ts
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
var wholePage = 1e3;
var sliceRecords = 250;
function sendPage(reply, page) {
  reply.type("application/json; charset=utf-8");
  if (reply.request.method === "HEAD") return reply.send();
  const first = nextSlice(page, page.position, page.size);
  if (isLast(first, page.size)) return reply.send(joined(page.head, first.json, page.tail(first.next, first.count)));
  return reply.send(Readable.from(slices(page, first)));
}
async function* slices(page, first) {
  yield page.head;
  let left = page.size;
  let count = 0;
  let slice = first;
  for (; ; ) {
    yield slice.json;
    count += slice.count;
    if (isLast(slice, left)) break;
    left -= slice.count;
    await setImmediate();
    slice = nextSlice(page, slice.next, left);
    yield recordSeparator;
  }
  yield page.tail(slice.next, count);
}
function joined(head, json, tail) {
  if (typeof json === "string") return head + json + tail;
  return Buffer.concat([Buffer.from(head), json, Buffer.from(tail)]);
}
function nextSlice({ source: source2, query, size }, position, left) {
  return source2.slice(query, position, size <= wholePage ? left : Math.min(left, sliceRecords));
}
function isLast(slice, left) {
  return slice.next === null || slice.count >= left;
}

// src/market.ts
var selectors = {
  commodity: Type.Optional(Code),
  data_version: Type.Optional(Code),
  continuation_token: Type.Optional(ContinuationToken)
};
function marketParameters(operation2) {
  return {
    path: Type.Object({ ...versionInPath(operation2.path), ...operation2.subject?.parameters.properties }),
    query: Type.Object({ ...operation2.query.properties, ...selectors })
  };
}
function versionInPath(path) {
  return path.includes(":data_version") ? { data_version: Code } : {};
}
var MarketOperation = class {
  #sandbox;
  #family;
  #operation;
  #source;
  #find;
  #read;
  #write;
  constructor(sandbox, family2, operation2) {
    this.#sandbox = sandbox;
    this.#family = family2;
    this.#operation = operation2;
    this.#find = operation2.subject?.prepare(sandbox.store);
    this.#source = operation2.page.prepare(sandbox.store, operation2.row, sandbox.wireName);
    this.#read = compileParameters(operation2.query, "standard");
    this.#write = parameterWriter(operation2.query);
  }
  handle(request, reply) {
    const call = this.#call(request);
    checkInstrument(call.key, call.path);
    const stage = this.#stage(call);
    const ranges2 = this.#sandbox.keys.ranges(call.key);
    const access = `,"access":${JSON.stringify(ranges2)}}`;
    return sendPage(reply, {
      ...this.#found(call, stage, Object.values(ranges2)),
      position: stage.position,
      size: stage.parameters.page_size ?? Number.POSITIVE_INFINITY,
      head: this.#head(call, stage),
      tail: (next) => `],"result":"success"${next ? this.#nextPage(call, stage, next) : ""}${access}`
    });
  }
  #call(request) {
    const { data_version: inPath = "latest", ...path } = request.params;
    const key = request.key;
    const boundTo = [this.#operation.id, ...Object.values(path), key.key].join("\n");
    return { request, key, now: this.#sandbox.clock.now(), inPath, path, boundTo };
  }
  #stage(call) {
    const { continuation_token, commodity, data_version, ...parameters2 } = call.request.query;
    if (continuation_token !== void 0) return this.#resume(call, continuation_token);
    const selected = { commodity, data_version };
    const version = resolveVersion(this.#family.dataset, call.inPath, selected, this.#sandbox.latest);
    if (parameters2.page_size !== void 0) checkCarried(this.#write(parameters2));
    const opened = movingStart(call.key, Object.values(this.#sandbox.keys.ranges(call.key)));
    return { version, until: this.#sandbox.horizon(), ...opened, parameters: parameters2, position: null };
  }
  #resume(call, token) {
    resolveVersion(this.#family.dataset, call.inPath, {}, this.#sandbox.latest);
    const walk = this.#sandbox.tokens.open(token, call.boundTo);
    if (call.inPath !== "latest" && call.inPath !== walk.version)
      throw new Failure("badToken", `continuation_token belongs to ${walk.version}, but the path says ${call.inPath}`);
    return { ...walk, parameters: this.#read(walk.parameters) };
  }
  /** Rows to send; where codes are unknown and validation is lenient, none. */
  #found(call, stage, ranges2) {
    const asked = askedBounds(this.#operation.query, stage.parameters);
    const bounds2 = timeBounds(stage, asked, ranges2, this.#sandbox.start - this.#operation.reachesBack);
    const parameters2 = inMilliseconds(stage.parameters);
    const query = { ...bounds2, parameters: parameters2, sort: parameters2.sort };
    try {
      const { entity, bindings } = this.#find?.(call.path, parameters2) ?? { entity: void 0, bindings: {} };
      const version = versionBit(stage.version);
      return { source: this.#source, query: { ...query, entity, bindings: { ...bindings, version } } };
    } catch (error) {
      const unknown2 = error instanceof Failure && error.kind === "unknownCode";
      if (!unknown2 || this.#sandbox.validation !== "lenient") throw error;
      return { source: emptySource, query: { ...query, entity: void 0, bindings: {} } };
    }
  }
  #head({ path, now }, { version, parameters: parameters2 }) {
    const { echo, dataset } = this.#family;
    const { query: schema, echo: operation2 } = this.#operation;
    const written = this.#write(parameters2);
    const echoed = { path, schema, parameters: parameters2, written, operation: operation2, commodity: dataset.commodity, version, now };
    const query = JSON.stringify(echoOf(echo, echoed, this.#sandbox.wireName));
    const { text: text2, stamp, unit } = envelopeTimes[echo];
    return `{"query":${query},"${text2}":"${formatTime(now)}","${stamp}":${Math.floor(now / unit)},"data":[`;
  }
  #nextPage(call, { parameters: parameters2, ...stage }, position) {
    const carried = withoutDefaults(this.#operation.query, this.#write(parameters2));
    const token = this.#sandbox.tokens.seal({ ...stage, parameters: carried, position }, call.boundTo);
    const url = JSON.stringify(`${clientUrl(call.request)}?continuation_token=${token}`);
    return `,"continuation_token":"${token}","next_url":${url}`;
  }
};
function timeBounds({ until, opened: pinned }, asked, ranges2, start) {
  const opened = pinned ?? openedFrom(ranges2);
  const closed = ranges2.map((range) => range.end_timestamp ?? until);
  const earliest = Math.max(start, opened);
  const horizon = Math.min(until, ...closed);
  return {
    from: Math.max(earliest, asked.from ?? start),
    until: Math.min(horizon, asked.until ?? horizon),
    earliest,
    start,
    opened,
    horizon,
    now: until
  };
}
function openedFrom(ranges2) {
  return Math.max(...ranges2.map((range) => range.start_timestamp ?? Number.NEGATIVE_INFINITY));
}
function movingStart(key, ranges2) {
  const moves = [key.access_range, key.data_range].some((range) => range?.last_days !== void 0);
  return moves ? { opened: openedFrom(ranges2) } : {};
}

// src/reference.ts
function referenceParameters(operation2) {
  const paged = "limit" in operation2.query.properties;
  return paged ? Type.Object({ ...operation2.query.properties, continuation_token: Type.Optional(ContinuationToken) }) : operation2.query;
}
var ReferenceOperation = class {
  #sandbox;
  #operation;
  #source;
  #read;
  #write;
  constructor(sandbox, operation2) {
    this.#sandbox = sandbox;
    this.#operation = operation2;
    this.#source = operation2.page.prepare(sandbox.store, operation2.row, sandbox.wireName);
    this.#read = compileParameters(operation2.query, "standard");
    this.#write = parameterWriter(operation2.query);
  }
  handle(request, reply) {
    const { parameters: parameters2, position } = this.#stage(request.query);
    const size = parameters2.limit ?? Number.POSITIVE_INFINITY;
    const sort = parameters2.order === "-1" ? "desc" : "asc";
    const unbounded = { from: 0, until: 0, earliest: 0, start: 0, opened: 0, horizon: 0, now: 0, entity: void 0 };
    return sendPage(reply, {
      source: this.#source,
      query: { ...unbounded, bindings: switches(parameters2), parameters: inMilliseconds(parameters2), sort },
      position,
      size,
      head: '{"result":"success","data":[',
      tail: (next, count) => `]${this.#operation.counted ? `,"count":${count}` : ""}${next ? this.#nextPage(request, parameters2, next) : ""}}`
    });
  }
  #stage({ continuation_token, ...parameters2 }) {
    if (continuation_token === void 0) {
      if (parameters2.limit) checkCarried(this.#write(parameters2));
      return { parameters: parameters2, position: null };
    }
    const walk = this.#sandbox.tokens.open(continuation_token, this.#operation.id);
    return { parameters: this.#read(walk.parameters), position: walk.position };
  }
  #nextPage(request, parameters2, position) {
    const walk = {
      version: "",
      until: 0,
      parameters: withoutDefaults(this.#operation.query, this.#write(parameters2)),
      position
    };
    const token = this.#sandbox.tokens.seal(walk, this.#operation.id);
    return `,"continuation_token":"${token}","next_url":${JSON.stringify(`${clientUrl(request)}?continuation_token=${token}`)}`;
  }
};
function switches(parameters2) {
  return { with_list_pools: Number(parameters2.with_list_pools ?? 0) };
}

// src/family.ts
function family(options, operations) {
  const declared = { host: "market", ...options, operations };
  return asPlugin(declared, (sandbox, operation2) => {
    const { path, query } = marketParameters(operation2);
    const served = new MarketOperation(sandbox, declared, operation2);
    const { commodity } = declared.dataset;
    return {
      schema: { params: path, querystring: query },
      preValidation: (request, _reply, done) => {
        checkPlan(request.key, commodity, request.place.region);
        done();
      },
      handler: (request, reply) => served.handle(request, reply)
    };
  });
}
function referenceFamily(options, operations) {
  const declared = { host: "reference", ...options, operations };
  return asPlugin(declared, (sandbox, operation2) => {
    const served = new ReferenceOperation(sandbox, operation2);
    return {
      schema: { querystring: referenceParameters(operation2) },
      handler: (request, reply) => served.handle(request, reply)
    };
  });
}
function asPlugin(declared, serve) {
  const plugin = async (app) => {
    for (const operation2 of declared.operations) {
      const serving = serve(app.sandbox, operation2);
      for (const path of [operation2.path, ...operation2.also])
        app.route({ method: ["GET", "HEAD"], url: app.sandbox.wirePath(path), ...serving });
    }
  };
  return Object.assign(plugin, { family: declared });
}
function parameterCompiler({ validation, wireName }) {
  return ({ schema, httpPart }) => {
    const read = compileParameters(schema, httpPart === "querystring" ? validation : "standard", wireName, wireName);
    return (data) => {
      try {
        return { value: read(data) };
      } catch (error) {
        return { error };
      }
    };
  };
}

// src/grid.ts
function grid(prepare) {
  return { prepare: (store, row, wireName) => new Grid(prepare(store, row, wireName)) };
}
var Grid = class {
  #reader;
  constructor(reader) {
    this.#reader = reader;
  }
  slice(query, position, wanted) {
    const interval = query.parameters.interval.milliseconds;
    const { first, last } = this.#edges(query, interval);
    const start = position ? Number(position[0]) : query.sort === "asc" ? first : last;
    const left = 1 + (query.sort === "asc" ? last - start : start - first) / interval;
    const count = Math.max(0, Math.min(wanted, left, this.#reader.batch(interval, query)));
    const step = query.sort === "asc" ? interval : -interval;
    const records = this.#records(query, interval, Math.min(start, start + (count - 1) * step), count);
    if (step < 0) records.reverse();
    return { json: records.join(recordSeparator), count, next: count < left ? [start + count * step] : null };
  }
  /** The records of `count` intervals from the one that starts at `from`, in order of time. */
  #records(query, interval, from, count) {
    const records = [];
    const fillTo = (index) => {
      while (records.length < index) records.push(this.#reader.empty(from + records.length * interval));
    };
    this.#reader.read(query, { interval, from, until: from + count * interval }, (timestamp, json) => {
      fillTo((timestamp - from) / interval);
      records.push(json);
    });
    fillTo(count);
    return records;
  }
  /** The starts of a query's first and last interval; the last lies before the first where there is none. */
  #edges(query, interval) {
    const { start_time, end_time } = query.parameters;
    const life = this.#reader.life?.(query);
    const known = life && start_time === void 0 ? { ...query, start: Math.max(query.start, life.from) } : query;
    const until = life && end_time === void 0 ? Math.min(query.until, life.until) : query.until;
    const first = firstInterval(known, start_time, interval);
    const seen = this.#reader.whole ? ceil(query.start, interval) : first;
    const last = floor(until - 1, interval);
    const over = this.#reader.finished ? floor(query.horizon, interval) - interval : last;
    return { first: Math.max(first, seen), last: Math.min(last, over) };
  }
};
function firstInterval({ start, opened }, asked = Number.NEGATIVE_INFINITY, interval) {
  return Math.max(ceil(Math.max(asked, opened), interval), floor(start, interval));
}
function ceil(time, interval) {
  return Math.ceil(time / interval) * interval;
}
function floor(time, interval) {
  return time - time % interval;
}

// src/render.ts
function wireNames(vendorName) {
  return (name) => name.startsWith("vendor_") ? vendorName + name.slice("vendor".length) : name;
}
function wirePaths(provider) {
  const segment = wireNames(provider);
  return (path) => path.split("/").map(segment).join("/");
}
var scalarColumn = "value";
function jsonExpression(row, columns, wireName, trusted) {
  const sqlOf = (field) => columns[field] ?? `"${field}"`;
  if (row[Kind] !== "Object") return concatenation(valueParts(sqlOf(scalarColumn), row, trusted));
  const parts = Object.entries(row.properties).flatMap(([name, schema], n) => {
    const label = `${n === 0 ? "{" : ","}${JSON.stringify(wireName(name))}:`;
    const field = [label, ...valueParts(sqlOf(name), schema, trusted)];
    return OptionalKind in schema ? [{ value: `iif(${sqlOf(name)} IS NULL, '', ${concatenation(field)})` }] : field;
  });
  return concatenation([...parts, "}"]);
}
function valueParts(sql, schema, trusted) {
  const kinds = kindsOf(schema);
  if (kinds.has("Array") || kinds.has("Object")) return [{ value: `coalesce(${sql}, 'null')` }];
  if (kinds.has("Boolean")) return [{ truth: sql }];
  if (schema[Kind] === "Integer") return [{ value: sql }];
  return trusted && schema.pattern ? ['"', { value: sql }, '"'] : [{ value: `json_quote(${sql})` }];
}
function concatenation(parts) {
  const sql = [];
  let text2 = "";
  const endText = () => {
    if (text2 !== "") sql.push(sqlText(text2));
    text2 = "";
  };
  parts.forEach((part, n) => {
    if (typeof part === "string") text2 += part;
    else if ("value" in part) {
      endText();
      sql.push(part.value);
    } else {
      const next = parts[n + 1];
      const after = typeof next === "string" ? next : "";
      sql.push(choice(part.truth, text2, after));
      if (after) parts[n + 1] = "";
      text2 = "";
    }
  });
  endText();
  return `concat(${sql})`;
}
function choice(sql, before, after) {
  const branch = (json) => sqlText(before + json + after);
  const other = `concat(${sqlText(before)}, json_quote(${sql}), ${sqlText(after)})`;
  return `CASE ${sql} WHEN 1 THEN ${branch("true")} WHEN 0 THEN ${branch("false")} ELSE ${other} END`;
}
function sqlText(text2) {
  return `'${text2.replaceAll("'", "''")}'`;
}
function kindsOf(schema) {
  const members = schema[Kind] === "Union" ? schema.anyOf : [schema];
  return new Set(members.map((member) => member[Kind]));
}
function recordWriter(row, wireName) {
  const fields = Object.keys(row.properties).map(
    (name, n) => [name, `${n === 0 ? "{" : ","}${JSON.stringify(wireName(name))}:`]
  );
  return (record2) => {
    let text2 = "";
    for (const [name, label] of fields) if (record2[name] !== void 0) text2 += label + plainJson(record2[name]);
    return `${text2}}`;
  };
}
function valuesWriter(row, wireName) {
  const labels = Object.keys(row.properties).map(
    (name, n) => `${n === 0 ? "{" : ","}${JSON.stringify(wireName(name))}:`
  );
  return (values) => {
    let text2 = "";
    for (let n = 0; n < labels.length; n++) text2 += labels[n] + plainJson(values[n]);
    return `${text2}}`;
  };
}
function plainJson(value) {
  if (typeof value === "object") return JSON.stringify(value);
  return typeof value === "string" ? `"${value}"` : String(value);
}

// src/turnover.ts
function turnoverGrid(where, prepare) {
  return grid((store, row, wireName) => {
    const reader = new TurnoverReader(store, where);
    const write = recordWriter(row, wireName);
    const shapes = prepare(store);
    return {
      finished: true,
      batch: () => 100,
      empty: () => "",
      read: (query, intervals, each) => {
        const { interval, from, until } = intervals;
        const found = reader.read({ ...query.bindings, interval, from, until });
        const shape = shapes(query, intervals);
        for (let timestamp = from; timestamp < until; timestamp += interval)
          each(timestamp, write(shape(found.get(timestamp) ?? [], timestamp)));
      }
    };
  });
}
var TurnoverReader = class {
  #markets;
  #bars;
  constructor(store, where) {
    this.#markets = store.prepare(
      `SELECT id, exchange_code, kind = 'decentralised', base_asset, quote_asset
       FROM instrument JOIN exchange ON exchange.code = exchange_code
       WHERE (${where}) AND ifnull(trade_start < :until, 1) AND (NOT ended OR ifnull(trade_end >= :from, 1))`
    );
    this.#bars = store.prepare(
      `SELECT instrument, timestamp, CAST(volume AS REAL), CAST(notional AS REAL), ifnull(usd, 0.0), count
       FROM json_each(:instruments) AS market CROSS JOIN bar ON instrument = market.value
       WHERE width = :width AND timestamp >= :from AND timestamp < :until AND versions & 1`
    );
  }
  /** By the start of the interval. */
  read(wanted) {
    const { interval, from, until } = wanted;
    const markets = new Map(this.#markets.all(wanted).map((row) => [Number(row[0]), asMarket(row)]));
    const instruments = JSON.stringify([...markets.keys()]);
    const found = /* @__PURE__ */ new Map();
    const width = interval % day === 0 ? day : hour;
    for (const row of this.#bars.all({ instruments, width, from, until })) {
      const [instrument2, timestamp, volume, notional, usd2, count] = row;
      const start = timestamp - timestamp % interval;
      const turnover = { market: markets.get(instrument2), volume, notional, usd: usd2, count };
      const others = found.get(start);
      if (others) others.push(turnover);
      else found.set(start, [turnover]);
    }
    return found;
  }
};
function asMarket([, exchange, onChain, base2, quote2]) {
  return { exchange, onChain: onChain === 1, base: base2, quote: quote2 };
}
function sum(things, of3) {
  let total = 0;
  for (const thing of things) total += of3(thing);
  return total;
}
function grouped(things, code) {
  return [...Map.groupBy(things, code)];
}
function ranked(things, size, code) {
  return things.sort((a, b) => size(b) - size(a) || (code(a) < code(b) ? -1 : 1));
}

// src/market-depth.ts
var depthNames = bands.map((band) => `volume${band}`);
var DepthReader = class {
  #hours;
  constructor(store) {
    this.#hours = store.prepare(
      `SELECT instrument.id, exchange_code, amount_decimals, hour.timestamp, snapshots, bid_depth, ask_depth
       FROM instrument CROSS JOIN order_book_hour AS hour ON instrument = instrument.id
       WHERE base_asset = :asset AND class <> 'option' AND book_levels IS NOT NULL
       AND hour.timestamp >= :from AND hour.timestamp < :until ORDER BY exchange_code`
    );
  }
  /** By the start of the interval: of each instrument the mean of its books, and of an exchange the sum of its instruments. */
  read(asset, { interval, from, until }) {
    const books = /* @__PURE__ */ new Map();
    for (const row of this.#hours.all({ asset, from, until })) {
      const [id, exchange, decimals, timestamp, snapshots] = row;
      const start = timestamp - timestamp % interval;
      const sum2 = books.get(`${id} ${start}`) ?? new BookSum(exchange, start, decimals);
      sum2.add(snapshots, JSON.parse(row[5]), JSON.parse(row[6]));
      books.set(`${id} ${start}`, sum2);
    }
    const byStart = Map.groupBy(books.values(), ({ start }) => start);
    return new Map([...byStart].map(([start, some]) => [start, byExchange(some.map((book) => book.mean()))]));
  }
};
function byExchange(depths) {
  return grouped(depths, ({ exchange }) => exchange).map(([exchange, some]) => {
    return { exchange, bids: summed(some.map(({ bids }) => bids)), asks: summed(some.map(({ asks }) => asks)) };
  });
}
function summed(volumes2) {
  return bands.map((_, band) => sum(volumes2, (one) => one[band]));
}
var BookSum = class {
  #exchange;
  start;
  #unit;
  #bids = bands.map(() => 0);
  #asks = bands.map(() => 0);
  #snapshots = 0;
  constructor(exchange, start, decimals) {
    this.#exchange = exchange;
    this.start = start;
    this.#unit = 10 ** decimals;
  }
  add(snapshots, bids, asks) {
    this.#snapshots += snapshots;
    for (let band = 0; band < bands.length; band++) {
      this.#bids[band] += bids[band];
      this.#asks[band] += asks[band];
    }
  }
  mean() {
    const whole = this.#snapshots * this.#unit;
    const mean = (sums) => sums.map((sum2) => sum2 / whole);
    return { exchange: this.#exchange, bids: mean(this.#bids), asks: mean(this.#asks) };
  }
};
function depthByBand(volumes2) {
  const sums = summed(volumes2);
  return Object.fromEntries(depthNames.map((name, n) => [name, volumes2.length > 0 ? sums[n] : null]));
}

// src/named.ts
function named(noun) {
  return {
    parameters: Type.Object({}),
    prepare(store) {
      const check = codeCheck(store, noun);
      return (_path, query) => {
        const code = query[noun];
        check(code);
        return { entity: code, bindings: { [noun]: code } };
      };
    }
  };
}
function codeCheck(store, noun) {
  const find = store.prepare(`SELECT 1 FROM ${noun} WHERE code = :code`);
  return (code, label = noun) => {
    if (find.get({ code })) return;
    const codes = store.all(`SELECT code FROM ${noun}`).map(([known]) => String(known));
    const near = suggestion(code, codes);
    throw new Failure("unknownCode", `unknown ${label} ${shown(code)}${near}; /v1/${noun}s lists them`);
  };
}

// src/operation.ts
function operation(declared) {
  const { query, row, subject, also = [], echo = {}, counted = false, reachesBack = 0, ...rest } = declared;
  return {
    ...rest,
    also,
    echo,
    counted,
    reachesBack,
    subject,
    query: Type.Object(query),
    row: kind_exports.IsSchema(row) ? row : Type.Object(row)
  };
}

// src/token-holders.ts
var TokenReader = class {
  #tokens;
  constructor(store) {
    this.#tokens = store.prepare(
      `SELECT supply.blockchain, address, holders, total_supply,
         (SELECT json_group_array(json_array(address, amount)) FROM (
           SELECT address, amount FROM token_holder
           JOIN token_holding ON holder = id AND timestamp = supply.timestamp
           WHERE asset = supply.asset AND blockchain = supply.blockchain ORDER BY amount DESC, address))
       FROM token_supply AS supply
       JOIN (SELECT DISTINCT blockchain, pool_token.address FROM pool_token JOIN pool ON pool.id = pool WHERE asset = :asset)
         AS token ON token.blockchain = supply.blockchain
       WHERE asset = :asset AND timestamp = :midnight ORDER BY supply.blockchain`
    );
  }
  /** As of the midnight before `time`, UTC. */
  at(asset, time) {
    return this.#tokens.all({ asset, midnight: time - time % day }).map((row) => {
      const [blockchain, token_address, number_of_holders, total_supply, holders] = row;
      const main_holders = JSON.parse(holders).map(([address, amount]) => {
        return { address, amount, percentage: amount / total_supply };
      });
      return { blockchain, token_address, number_of_holders, main_holders, total_supply };
    });
  }
};

// routes/asset-metrics.ts
var tradedAsset = "base_asset = :asset OR (quote_asset = :asset AND class <> 'option')";
function exchangeVolume(asset, exchange, turnovers) {
  return {
    exchange,
    volume_usd: sum(turnovers, ({ usd: usd2 }) => usd2),
    volume_asset: sum(turnovers, ({ market, volume, notional }) => market.base === asset ? volume : notional),
    trade_count: sum(turnovers, ({ count }) => count)
  };
}
function half(asset, turnovers, onChain) {
  const own = turnovers.filter(({ market }) => market.onChain === onChain);
  const exchanges = ranked(
    grouped(own, ({ market }) => market.exchange).map(([code, some]) => exchangeVolume(asset, code, some)),
    ({ volume_usd }) => volume_usd,
    ({ exchange }) => exchange
  );
  return {
    usd: sum(exchanges, ({ volume_usd }) => volume_usd),
    asset: sum(exchanges, ({ volume_asset }) => volume_asset),
    count: sum(exchanges, ({ trade_count }) => trade_count),
    exchanges
  };
}
function assetMetrics(timestamp, sources, { asset, turnovers, depths, tokens }) {
  const off = half(asset, turnovers, false);
  const on = half(asset, turnovers, true);
  const [usd2, amount] = [off.usd + on.usd, off.asset + on.asset];
  const side = (volumes2) => depths.map((depth2) => ({ exchange: depth2.exchange, market_depth: depthByBand([volumes2(depth2)]) }));
  return {
    timestamp: formatTime(timestamp),
    price: amount > 0 ? usd2 / amount : null,
    total_volume_usd: usd2,
    total_volume_asset: amount,
    total_trade_count: off.count + on.count,
    off_chain_liquidity_data: {
      total_off_chain_volume_usd: off.usd,
      total_off_chain_volume_asset: off.asset,
      total_off_chain_trade_count: off.count,
      trades_data: sources ? off.exchanges : [],
      buy_market_depths: sources ? side(({ bids }) => bids) : [],
      sell_market_depths: sources ? side(({ asks }) => asks) : [],
      market_depth: depthByBand(depths.flatMap(({ bids, asks }) => [bids, asks]))
    },
    on_chain_liquidity_data: {
      total_on_chain_volume_usd: on.usd,
      total_on_chain_volume_asset: on.asset,
      total_on_chain_trade_count: on.count,
      trades_data: sources ? on.exchanges : [],
      token_information: tokens
    }
  };
}
var Traded = Type.Array(
  Type.Object({
    exchange: Type.String(),
    volume_usd: Type.Number(),
    volume_asset: Type.Number(),
    trade_count: Type.Integer()
  }),
  { description: "by exchange; filled with sources=true" }
);
var Depth = Type.Object(Object.fromEntries(depthNames.map((name) => [name, Nullable(Type.Number())])), {
  description: "of the asset, within a band of the best price in percent; null where no order book was recorded"
});
var Depths = Type.Array(Type.Object({ exchange: Type.String(), market_depth: Depth }), {
  description: "by exchange; filled with sources=true"
});
var Token = Type.Object({
  blockchain: Type.String(),
  token_address: Type.String(),
  number_of_holders: Type.Integer(),
  main_holders: Type.Array(
    Type.Object({
      address: Type.String(),
      amount: Type.Number(),
      percentage: Type.Number({ minimum: 0.01, maximum: 1, description: "fraction of the supply" })
    })
  ),
  total_supply: Type.Number()
});
var assetOperations = [
  operation({
    id: "listAssetMetrics",
    summary: "What was traded of an asset, on exchanges and on chains, how deep its markets are and who holds it",
    path: "/v2/data/analytics.:data_version/asset_metrics",
    subject: named("asset"),
    query: {
      asset: Code,
      start_time: Time,
      end_time: Time,
      interval: Interval({ min: "1h", max: "1d", units: "hd" }),
      sources: Type.Boolean({ default: false, description: "fills the lists by exchange" }),
      sort: Sort(),
      page_size: PageSize(10, 100)
    },
    row: {
      timestamp: TimeText,
      price: Nullable(Type.Number({ description: "USD, mean by volume" })),
      total_volume_usd: Type.Number(),
      total_volume_asset: Type.Number(),
      total_trade_count: Type.Integer(),
      off_chain_liquidity_data: Type.Object({
        total_off_chain_volume_usd: Type.Number(),
        total_off_chain_volume_asset: Type.Number(),
        total_off_chain_trade_count: Type.Integer(),
        trades_data: Traded,
        buy_market_depths: Depths,
        sell_market_depths: Depths,
        market_depth: Depth
      }),
      on_chain_liquidity_data: Type.Object({
        total_on_chain_volume_usd: Type.Number(),
        total_on_chain_volume_asset: Type.Number(),
        total_on_chain_trade_count: Type.Integer(),
        trades_data: Traded,
        token_information: Type.Array(Token)
      })
    },
    page: turnoverGrid(tradedAsset, (store) => {
      const depthReader = new DepthReader(store);
      const tokenReader = new TokenReader(store);
      return ({ bindings, parameters: parameters2 }, intervals) => {
        const asset = bindings.asset;
        const depths = depthReader.read(asset, intervals);
        return (turnovers, timestamp) => assetMetrics(timestamp, parameters2.sources, {
          asset,
          turnovers,
          depths: depths.get(timestamp) ?? [],
          tokens: tokenReader.at(asset, timestamp)
        });
      };
    }),
    echo: { metric: "asset_metrics" },
    example: {
      data_version: "v2",
      asset: "btc",
      start_time: "2020-01-01T00:00:00.000Z",
      end_time: "2040-01-01T00:00:00.000Z",
      interval: "1h",
      sources: "true"
    }
  })
];

// routes/exchange-metrics.ts
var Fraction = Type.Number({ minimum: 0, maximum: 1.000001 });
function pairOf([pair_code, turnovers]) {
  return {
    pair_code,
    pair_trade_count: sum(turnovers, ({ count }) => count),
    pair_volume_usd: sum(turnovers, ({ usd: usd2 }) => usd2)
  };
}
function assetOf([asset_code, turnovers]) {
  const pairs = ranked(
    grouped(turnovers, ({ market }) => `${market.base}-${market.quote}`).map(pairOf),
    ({ pair_volume_usd }) => pair_volume_usd,
    ({ pair_code }) => pair_code
  );
  const usd2 = sum(pairs, ({ pair_volume_usd }) => pair_volume_usd);
  return {
    asset_code,
    asset_trade_count: sum(pairs, ({ pair_trade_count }) => pair_trade_count),
    asset_total_volume_usd: usd2,
    asset_price_usd: usd2 / sum(turnovers, ({ volume }) => volume),
    pairs
  };
}
function exchangeMetrics(turnovers, timestamp, sources) {
  const assets = ranked(
    grouped(turnovers, ({ market }) => market.base).map(assetOf),
    ({ asset_total_volume_usd }) => asset_total_volume_usd,
    ({ asset_code }) => asset_code
  );
  const usd2 = sum(assets, ({ asset_total_volume_usd }) => asset_total_volume_usd);
  return {
    timestamp: formatTime(timestamp),
    total_volume_usd: usd2,
    total_trade_count: sum(assets, ({ asset_trade_count }) => asset_trade_count),
    nb_listed_assets: assets.length,
    nb_listed_pairs: sum(assets, ({ pairs }) => pairs.length),
    assets_volumes: assets.map(({ pairs, ...asset }) => ({
      ...asset,
      asset_contribution: asset.asset_total_volume_usd / usd2,
      pairs_volumes: sources ? pairs.map((pair2) => ({ ...pair2, pair_contribution: pair2.pair_volume_usd / asset.asset_total_volume_usd })) : []
    }))
  };
}
var exchangeOperations = [
  operation({
    id: "listExchangeMetrics",
    summary: "What an exchange traded in USD, by asset and pair",
    path: "/v2/data/analytics.:data_version/exchange_metrics",
    subject: named("exchange"),
    query: {
      exchange: Code,
      start_time: Time,
      end_time: Time,
      interval: Interval({ min: "1h", max: "1d", units: "hd" }),
      sources: Type.Boolean({ default: false, description: "adds the pairs of each asset" }),
      sort: Sort(),
      page_size: PageSize(10, 100)
    },
    row: {
      timestamp: TimeText,
      total_volume_usd: Type.Number(),
      total_trade_count: Type.Integer(),
      nb_listed_assets: Type.Integer(),
      nb_listed_pairs: Type.Integer(),
      assets_volumes: Type.Array(
        Type.Object({
          asset_code: Type.String(),
          asset_trade_count: Type.Integer(),
          asset_total_volume_usd: Type.Number(),
          asset_price_usd: Type.Number(),
          asset_contribution: Fraction,
          pairs_volumes: Type.Array(
            Type.Object({
              pair_code: Type.String(),
              pair_trade_count: Type.Integer(),
              pair_volume_usd: Type.Number(),
              pair_contribution: Fraction
            })
          )
        })
      )
    },
    page: turnoverGrid(
      "exchange_code = :exchange",
      () => ({ parameters: parameters2 }) => (turnovers, timestamp) => exchangeMetrics(turnovers, timestamp, parameters2.sources)
    ),
    echo: { metric: "exchange_metrics" },
    example: {
      data_version: "v2",
      exchange: "krkn",
      start_time: "2020-01-01T00:00:00.000Z",
      end_time: "2040-01-01T00:00:00.000Z",
      interval: "1h",
      sources: "true"
    }
  })
];

// src/portfolio-history.ts
var PortfolioHistory = class {
  #portfolio;
  #first;
  /** In the quote, by position. */
  #prices;
  /** The quote in the reporting currency. */
  #conversion;
  constructor(portfolio2, reference2, first, until) {
    const inDollars = (asset) => reference2.inDollars(asset, first, until);
    const { positions, quote: quote2, reporting } = portfolio2;
    const dollars = inDollars(quote2);
    this.#portfolio = portfolio2;
    this.#first = first;
    this.#prices = positions.map(({ asset }) => quotient2(inDollars(asset), dollars));
    this.#conversion = quotient2(dollars, inDollars(reporting));
  }
  /**
   * What the portfolio, as it is worth at the end of `today`, would lose on a day that moves prices as each of the last
   * `count` days did: historical simulation. In the quote; the oldest day first, gains are negative.
   */
  losses(today, count) {
    const losses = new Float64Array(count);
    const last = today - this.#first;
    this.#prices.forEach((prices2, n) => {
      const value = this.#portfolio.positions[n].quantity * prices2[last];
      for (let i = 0; i < count; i++) {
        const d = last - count + 1 + i;
        losses[i] -= value * (prices2[d] / prices2[d - 1] - 1);
      }
    });
    return losses;
  }
  /** What one unit of the quote is worth in the reporting currency at the end of a day. */
  conversion(today) {
    return this.#conversion[today - this.#first];
  }
  /** Every price that the losses and the conversion of a day come from. */
  sources(today, count) {
    const { positions, quote: quote2, reporting } = this.#portfolio;
    const sources = /* @__PURE__ */ new Map();
    positions.forEach(({ asset }, n) => {
      const prices2 = this.#prices[n];
      sources.set(
        asset,
        Array.from({ length: count + 1 }, (_, i) => today - count + i).map(
          (d) => source(`${asset}-${quote2}`, prices2[d - this.#first], d)
        )
      );
    });
    const all = [...sources.values()].flat();
    if (quote2 !== reporting) all.push(source(`${quote2}-${reporting}`, this.conversion(today), today));
    return all;
  }
};
function source(pair2, ref_price, d) {
  return { pair: pair2, ref_price, date: formatTime(d * day).slice(0, 10) };
}
function quotient2(a, b) {
  return a.map((value, n) => value / b[n]);
}

// src/reference-prices.ts
var ReferencePrices = class {
  #days;
  #first;
  constructor(store) {
    this.#days = store.prepare(
      "SELECT timestamp, price_usd FROM reference_price_day WHERE asset = :asset AND timestamp >= :from AND timestamp < :until"
    );
    this.#first = store.prepare("SELECT min(timestamp) FROM reference_price");
  }
  /** The first day that has prices; Infinity where none has. */
  firstDay() {
    const [timestamp] = this.#first.get({});
    return timestamp === null ? Number.POSITIVE_INFINITY : Number(timestamp) / day;
  }
  /** In USD, from day `first` to before day `until`; NaN where none is known. */
  inDollars(asset, first, until) {
    const prices2 = new Float64Array(until - first).fill(Number.NaN);
    for (const [timestamp, price] of this.#days.all({ asset, from: first * day, until: until * day }))
      prices2[Number(timestamp) / day - first] = Number(price);
    return prices2;
  }
};

// src/tail-mean.ts
var LossWindow = class {
  /** In ascending order. */
  #losses;
  #count = 0;
  constructor(size) {
    this.#losses = new Float64Array(size);
  }
  add(loss) {
    const place = this.#placeOf(loss);
    this.#losses.copyWithin(place + 1, place, this.#count++);
    this.#losses[place] = loss;
  }
  remove(loss) {
    const place = this.#placeOf(loss);
    this.#losses.copyWithin(place, place + 1, this.#count--);
  }
  /**
   * The mean of the worst n × (1 − level) of n losses, the last of them by the fraction of it that still belongs to the
   * tail. It is at least the quantile loss (value at risk), the mildest of those in the tail.
   */
  tailMean(level) {
    const tail = this.#count - level * this.#count;
    let sum2 = 0;
    let left = tail;
    for (let n = this.#count - 1; left > 0 && n >= 0; n--, left--) sum2 += this.#losses[n] * Math.min(1, left);
    return sum2 / tail;
  }
  #placeOf(loss) {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = low + high >> 1;
      if (this.#losses[middle] < loss) low = middle + 1;
      else high = middle;
    }
    return low;
  }
};

// src/expected-shortfall.ts
var windowDays = 250;
var stressDays = 730;
var mostSources = 1e4;
var mostFixings = 50;
var shortfallPage = {
  prepare: (store) => new Shortfalls(new ReferencePrices(store))
};
var Shortfalls = class {
  #reference;
  constructor(reference2) {
    this.#reference = reference2;
  }
  slice(query, position, wanted) {
    const asked = query.parameters;
    const portfolio2 = query.entity;
    const days = asked.stress_parameter > 0 ? stressDays : windowDays;
    const { first, last } = this.#fixings(query, days);
    const start = position ? Number(position[0]) : first;
    const dear = asked.sources ? Math.ceil(mostSources / (days * portfolio2.positions.length)) : mostFixings;
    const count = Math.max(0, Math.min(wanted, dear, last - start + 1));
    if (count === 0) return { json: "", count, next: null };
    const history = new PortfolioHistory(portfolio2, this.#reference, start - 1 - days, start + count - 1);
    const records = Array.from({ length: count }, (_, n) => record(history, start + n, days, asked));
    return { json: records.join(recordSeparator), count, next: start + count <= last ? [start + count] : null };
  }
  /** The midnights of a query, as days since 1970. */
  #fixings({ parameters: parameters2, from, horizon }, days) {
    const { end_time } = parameters2;
    const first = Math.max(Math.ceil(from / day), this.#reference.firstDay() + days + 1);
    return { first, last: Math.floor(Math.min(end_time, horizon) / day) };
  }
};
function record(history, fixing, days, asked) {
  const { risk_level, stress_parameter, sources } = asked;
  const today = fixing - 1;
  const { plain, stressed } = shortfalls(history.losses(today, days), risk_level);
  const value = (1 - stress_parameter) * plain + stress_parameter * stressed;
  return JSON.stringify({
    es_time: fixing * day,
    expected_shortfall: { value: value * history.conversion(today), risk_level },
    sources: sources ? history.sources(today, days) : void 0
  });
}
function shortfalls(losses, level) {
  if (losses.some(Number.isNaN)) return { plain: Number.NaN, stressed: Number.NaN };
  const window2 = new LossWindow(windowDays + 1);
  let plain = 0;
  let stressed = Number.NEGATIVE_INFINITY;
  losses.forEach((loss, n) => {
    window2.add(loss);
    if (n >= windowDays) window2.remove(losses[n - windowDays]);
    if (n < windowDays - 1) return;
    plain = window2.tailMean(level);
    stressed = Math.max(stressed, plain);
  });
  return { plain, stressed };
}

// src/currency.ts
function currencyCheck(store, unknown2) {
  const find = store.prepare("SELECT asset_class FROM asset WHERE code = :code");
  return (code, parameter) => {
    const [assetClass] = find.get({ code }) ?? [];
    if (assetClass === "fiat") return;
    const rule = `${parameter} must be a fiat currency`;
    if (assetClass !== void 0) throw new Failure("badParameter", `${rule}, but ${shown(code)} is ${assetClass}`);
    const codes = store.all("SELECT code FROM asset WHERE asset_class = 'fiat'").map(([known]) => String(known));
    throw new Failure(unknown2, `${rule}, not ${shown(code)}${suggestion(code, codes)}; /v1/assets lists them`);
  };
}

// src/portfolio.ts
var portfolio = {
  parameters: Type.Object({}),
  prepare(store) {
    const checkAsset = codeCheck(store, "asset");
    const checkCurrency = currencyCheck(store, "badParameter");
    return (_path, query) => {
      const { bases, quantities, quote: quote2, reporting_currency: reporting } = query;
      if (bases.length !== quantities.length)
        throw new Failure(
          "badParameter",
          `quantities must be as many as bases, in the same order: there are ${quantities.length} quantities and ${bases.length} bases`
        );
      for (const base2 of bases) checkAsset(base2, "asset in bases");
      checkCurrency(quote2, "quote");
      checkCurrency(reporting, "reporting_currency");
      const positions = bases.map((asset, n) => ({ asset, quantity: quantities[n] }));
      return { entity: { positions, quote: quote2, reporting }, bindings: {} };
    };
  }
};

// routes/expected-shortfall.ts
var mostPositions = 100;
var shortfallOperations = [
  operation({
    id: "listExpectedShortfall",
    summary: "What a portfolio is expected to lose on the next day if it is a bad one, day by day",
    path: "/v2/data/analytics.:data_version/expected_shortfall",
    subject: portfolio,
    query: {
      bases: ListOf(Code, { maxItems: mostPositions, description: "the assets of the portfolio" }),
      quote: Code,
      quantities: ListOf(Type.Number(), {
        maxItems: mostPositions,
        description: "as many and in the same order; negative where an asset is owed"
      }),
      risk_level: Type.Number({
        minimum: 0.9,
        exclusiveMaximum: 1,
        description: "the days that are better than a bad one"
      }),
      start_time: Time,
      end_time: Time,
      stress_parameter: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0,
        description: "0 measures the last 250 days, 1 the worst 250 days of two years, between them their blend"
      }),
      reporting_currency: Type.String({ ...Code, default: "usd" }),
      sources: Type.Boolean({ default: false, description: "adds every reference price that was used" })
    },
    row: {
      es_time: Millis,
      expected_shortfall: Type.Object({
        value: Nullable(
          Type.Number({ description: "in the reporting currency; null where a reference price is missing" })
        ),
        risk_level: Type.Number()
      }),
      sources: Type.Optional(
        Type.Array(Type.Object({ pair: Type.String(), ref_price: Nullable(Type.Number()), date: Type.String() }))
      )
    },
    page: shortfallPage,
    reachesBack: Number.POSITIVE_INFINITY,
    example: {
      data_version: "v2",
      bases: "btc,eth",
      quote: "usd",
      quantities: "1,10",
      risk_level: "0.975",
      start_time: "2026-01-01T00:00:00.000Z",
      end_time: "2040-01-01T00:00:00.000Z"
    }
  })
];

// src/fx-rates.ts
var minutesPerHour = hour / minute;
var FxReader = class {
  #minutes;
  #hours;
  #latest;
  constructor(store) {
    const both = (array) => `json_extract(${array}, :base), json_extract(${array}, :quote)`;
    const range = "WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp";
    this.#minutes = store.prepare(`SELECT timestamp, ${both("rates")} FROM fx_minute ${range}`);
    this.#hours = store.prepare(`SELECT timestamp, ${both("totals")}, ${both("lasts")} FROM fx_hour ${range}`);
    this.#latest = store.prepare("SELECT max(timestamp) FROM fx_minute WHERE timestamp < :from");
  }
  /** Calls `each` with every interval, in order of time; null where no rate is known yet. */
  read(pair2, { interval, from, until }, each) {
    const width = interval % hour === 0 ? hour : minute;
    const before = this.#before(pair2, from);
    const traded = width === hour ? this.#hoursOf(pair2, from, until) : this.#minutesOf(pair2, from, until, before);
    let standing = before?.lasts;
    let next = 0;
    for (let start = from; start < until; start += interval) {
      const sum2 = { base: 0, quote: 0 };
      for (let time = start; time < start + interval; time += width) {
        const stretch = traded[next]?.timestamp === time ? traded[next++] : void 0;
        add(sum2, stretch?.totals ?? times(standing, width / minute));
        standing = stretch?.lasts ?? standing;
      }
      const rate = sum2.base / pair2.base.scale / (sum2.quote / pair2.quote.scale);
      each(start, Number.isNaN(rate) ? null : rate);
    }
  }
  /** The last minute before a time in which currencies traded. */
  #before(pair2, from) {
    const [latest] = this.#latest.get({ from });
    return latest === null ? void 0 : this.#minutesOf(pair2, floorHour(latest), latest + minute).at(-1);
  }
  /** A row holds rates in the first minute of an hour, then changes since the row before. */
  #minutesOf({ base: base2, quote: quote2 }, from, until, before) {
    let previous = before;
    return this.#minutes.all({ from, until, base: base2.place, quote: quote2.place }).map((row) => {
      const [timestamp, ...changes] = row;
      const known = previous && floorHour(previous.timestamp) === floorHour(timestamp) ? previous.lasts : void 0;
      const lasts = {
        base: told(base2, changes[0], known?.base ?? 0),
        quote: told(quote2, changes[1], known?.quote ?? 0)
      };
      previous = { timestamp, totals: lasts, lasts };
      return previous;
    });
  }
  #hoursOf({ base: base2, quote: quote2 }, from, until) {
    const asStretch = ([timestamp, baseTotal, quoteTotal, baseLast, quoteLast]) => ({
      timestamp,
      totals: { base: told(base2, baseTotal, 0, minutesPerHour), quote: told(quote2, quoteTotal, 0, minutesPerHour) },
      lasts: { base: told(base2, baseLast), quote: told(quote2, quoteLast) }
    });
    return this.#hours.all({ from, until, base: base2.place, quote: quote2.place }).map(asStretch);
  }
};
function told({ place }, value, known = 0, minutes = 1) {
  return place === null ? minutes : known + Number(value);
}
function times(rates, minutes) {
  return { base: (rates?.base ?? Number.NaN) * minutes, quote: (rates?.quote ?? Number.NaN) * minutes };
}
function add(sum2, { base: base2, quote: quote2 }) {
  sum2.base += base2;
  sum2.quote += quote2;
}
function floorHour(time) {
  return time - time % hour;
}

// src/fx-grid.ts
var mostMinutes = 6e3;
function fxGrid(field) {
  return grid((store, row, wireName) => {
    const reader = new FxReader(store);
    const write = recordWriter(row, wireName);
    return {
      finished: true,
      whole: true,
      batch: (interval) => interval % hour === 0 ? 1e3 : Math.ceil(mostMinutes / (interval / minute)),
      empty: () => "",
      read: ({ entity }, intervals, each) => reader.read(
        entity,
        intervals,
        (start, rate) => each(
          start,
          write({ timestamp: start + intervals.interval, [field]: rate === null ? null : plainNumber(rate) })
        )
      )
    };
  });
}

// src/fx-pair.ts
var fxPair = {
  parameters: Type.Object({}),
  prepare(store) {
    const check = currencyCheck(store, "unknownCode");
    const find = currencyFinder(store);
    return (_path, query) => {
      const { base: base2, quote: quote2 } = query;
      check(base2, "base");
      check(quote2, "quote");
      return { entity: { base: find(base2), quote: find(quote2) }, bindings: {} };
    };
  }
};
function currencyFinder(store) {
  const find = store.prepare("SELECT position, decimals FROM fx_currency WHERE code = :code");
  return (code) => {
    if (code === "usd") return { place: null, scale: 1 };
    const row = find.get({ code });
    if (!row) throw new Failure("unknownCode", `no rates of ${shown(code)} are known`);
    return { place: `$[${row[0]}]`, scale: 10 ** Number(row[1]) };
  };
}

// routes/fx-rates.ts
var fxOperations = [
  operation({
    id: "listFxRates",
    summary: "Exchange rate of two fiat currencies, averaged by interval",
    path: "/v2/data/analytics.:data_version/vendor_fx_rates",
    subject: fxPair,
    query: {
      base: Code,
      quote: Code,
      interval: Interval({ min: "1m", max: "1d", default: "1h", units: "mhd" }),
      ...StartTime,
      ...EndTime,
      sort: Sort(),
      page_size: PageSize(100, 1e3)
    },
    row: { timestamp: Millis, fx_rate: Nullable(Decimal) },
    page: fxGrid("fx_rate"),
    example: { data_version: "v2", base: "eur", quote: "usd" }
  })
];

// routes/analytics.ts
var analytics = family(
  { name: "analytics", dataset: { commodity: "analytics", versions: ["v2"] }, echo: "typed" },
  [...exchangeOperations, ...assetOperations, ...shortfallOperations, ...fxOperations]
);

// src/instrument.ts
var parameters = {
  exchange: Code,
  instrument_class: Code,
  instrument: Code
};
var Parameters = Type.Object(parameters);
var instrument = {
  parameters: Parameters,
  prepare(store) {
    const find = store.prepare(
      `SELECT id, price_decimals, amount_decimals, price_tick, ifnull(book_levels, 0),
         ifnull(trade_start, (SELECT min(timestamp) FROM trade WHERE instrument = instrument.id)), iif(ended, trade_end, NULL) FROM instrument
       WHERE exchange_code = :exchange AND class = :instrument_class AND code = :instrument`
    );
    return (path) => {
      const row = find.get(path);
      if (!row) throw unknown(store, path);
      const entity = instrumentOf(row);
      return { entity, bindings: { instrument: entity.id } };
    };
  }
};
function instrumentAmong(classes) {
  return {
    parameters: Parameters,
    prepare(store) {
      const find = instrument.prepare(store);
      return (path, query) => {
        const found = find(path, query);
        if (classes.includes(path.instrument_class)) return found;
        throw new Failure(
          "unknownCode",
          `instrument_class must be ${classes.join(" or ")} here, not ${shown(path.instrument_class)}`
        );
      };
    }
  };
}
function instrumentOf(row) {
  const [id, price, amount, tick, bookLevels] = row;
  const [start, end] = row.slice(5);
  return { id, precision: { price, amount }, tick, bookLevels, start, end };
}
function unknown(store, path) {
  const { exchange, instrument_class, instrument: instrument2 } = path;
  const exchanges = column(store, "SELECT code FROM exchange");
  if (!exchanges.includes(exchange))
    return new Failure(
      "unknownCode",
      `unknown exchange ${shown(exchange)}${suggestion(exchange, exchanges)}; /v1/exchanges lists them`
    );
  const classes = column(store, "SELECT DISTINCT class FROM instrument WHERE exchange_code = ?", exchange);
  if (!classes.includes(instrument_class))
    return new Failure(
      "unknownCode",
      `${exchange} has no instrument_class ${shown(instrument_class)}, only ${classes.join(", ") || "none"}`
    );
  const codes = column(
    store,
    "SELECT code FROM instrument WHERE exchange_code = ? AND class = ?",
    exchange,
    instrument_class
  );
  return new Failure(
    "unknownCode",
    `unknown instrument ${shown(instrument2)} on ${exchange} ${instrument_class}${suggestion(instrument2, codes)}; /v1/instruments lists them`
  );
}
function column(store, sql, ...values) {
  return store.all(sql, ...values).map(([value]) => String(value));
}

// src/keyset.ts
function keyset(options) {
  return { prepare: (store, row, wireName) => new KeysetSource(store, row, wireName, options) };
}
var nothing = Buffer.alloc(0);
var afterAll = "x'ff'";
var afterAllValue = new Uint8Array([255]);
var KeysetSource = class {
  #store;
  #options;
  #time;
  #row;
  #wireName;
  #statements = /* @__PURE__ */ new Map();
  constructor(store, row, wireName, options) {
    this.#store = store;
    this.#options = options;
    this.#time = timeField(options);
    this.#row = row;
    this.#wireName = wireName;
    this.#prepareAll();
  }
  slice(query, position, count) {
    const by = this.#keyFields(query.parameters);
    const bindings = this.#bindings(query, position, count + 1);
    const [json, found] = this.#statementFor(query, by, position !== null).get(bindings);
    if (found <= count) return { json: json ?? nothing, count: found, next: null };
    const end = json.lastIndexOf(recordSeparator);
    const next = this.#keyOf(json.toString("utf8", end + recordSeparator.length), by);
    return { json: json.subarray(0, end), count, next };
  }
  /** A mistake in an operation's SQL stops the start, not a request. */
  #prepareAll() {
    const filters = Object.keys(this.#options.filters ?? {});
    for (const sort of ["asc", "desc"]) this.#prepare(sort, this.#keyFields({}), filters, true);
  }
  #keyFields(parameters2) {
    const { by } = this.#options;
    return typeof by === "function" ? by(parameters2) : by;
  }
  #keyOf(json, by) {
    const record2 = JSON.parse(json);
    if (this.#row[Kind] !== "Object") return [record2];
    const { field: time, unit = 1 } = this.#time ?? {};
    return by.map((field) => field === time ? record2[field] * unit : record2[this.#wireName(field)]);
  }
  #statementFor(query, by, resumed) {
    const given = Object.keys(this.#options.filters ?? {}).filter((name) => query.parameters[name] !== void 0);
    const variant = `${query.sort} ${resumed} ${by} ${given}`;
    const known = this.#statements.get(variant);
    if (known) return known;
    const statement = this.#prepare(query.sort, by, given, resumed);
    this.#statements.set(variant, statement);
    return statement;
  }
  #prepare(sort, by, given, resumed) {
    const { from, where, filters } = this.#options;
    const columns = this.#columns();
    const conditions = given.map((name) => filters[name]);
    if (where) conditions.unshift(where);
    if (this.#time) conditions.push(`${this.#time.column} >= :from`, `${this.#time.column} < :until`);
    const keys = by.map((field) => this.#keyExpression(field));
    if (resumed) conditions.push(`(${keys}) ${sort === "asc" ? ">=" : "<="} (${by.map((_, n) => `:position${n}`)})`);
    return this.#store.prepare(
      `SELECT CAST(group_concat(record, '${recordSeparator}') AS BLOB), count(*) FROM (
         SELECT ${jsonExpression(this.#row, columns, this.#wireName, this.#store.generated)} AS record FROM ${from}
         WHERE ${conditions.join(" AND ") || "true"} ORDER BY ${keys.map((key) => `${key} ${sort}`)} LIMIT :count)`
    );
  }
  #columns() {
    const { columns = {} } = this.#options;
    if (!this.#time || this.#time.unit === 1) return columns;
    return { [this.#time.field]: `${this.#time.column} / ${this.#time.unit}`, ...columns };
  }
  #keyExpression(field) {
    if (field === this.#time?.field) return this.#time.column;
    const expression = this.#options.columns?.[field] ?? field;
    const nullable = this.#row.properties?.[field]?.anyOf?.some((schema) => schema[Kind] === "Null");
    return nullable ? `ifnull(${expression}, ${afterAll})` : expression;
  }
  #bindings(query, position, count) {
    const { bindings, parameters: parameters2, from, until, horizon, now, sort } = query;
    const all = { ...bindings, from, until, horizon, now, count };
    for (const name in this.#options.filters) all[name] = asValue(parameters2[name]);
    position?.forEach((value, n) => {
      all[`position${n}`] = value ?? afterAllValue;
    });
    if (position && this.#time && this.#keyFields(parameters2)[0] === this.#time.field) {
      if (sort === "asc") all.from = Math.max(from, Number(position[0]));
      else all.until = Math.min(until, Number(position[0]) + 1);
    }
    return all;
  }
};
function timeField({ time }) {
  return typeof time === "string" ? { field: time, column: time, unit: 1 } : time;
}
function asValue(parameter) {
  if (Array.isArray(parameter)) return JSON.stringify(parameter);
  return typeof parameter === "boolean" ? Number(parameter) : parameter ?? null;
}

// routes/liquidations.ts
var base = Type.Number({ description: "in the base asset" });
var quote = Type.Number({ description: "in the quote asset" });
var usd = Type.Number({ description: "in USD" });
var liquidations = family(
  { name: "liquidations", dataset: { commodity: "liquidation", versions: ["v1"] }, echo: "typed_answer" },
  [
    operation({
      id: "listLiquidations",
      summary: "Trades by which exchanges closed customers\u2019 positions in futures",
      path: "/v2/data/liquidation.:data_version/trades/:exchange/:instrument_class/:instrument",
      subject: instrumentAmong(["future", "perpetual-future"]),
      query: { ...StartTime, ...EndTime, sort: Sort(), page_size: PageSize(100, 1e3) },
      row: {
        amount: base,
        amount_quote: quote,
        amount_usd: usd,
        price: usd,
        rate: Type.Number({ description: "USD of one unit of the quote asset" }),
        position_side: OneOf(["long", "short"], { description: "what was closed" }),
        timestamp: Millis,
        trade_id: Type.String()
      },
      page: keyset({
        from: "liquidation",
        where: "instrument = :instrument",
        by: ["timestamp", "trade_id"],
        time: "timestamp"
      }),
      example: { data_version: "v1", exchange: "bbit", instrument_class: "perpetual-future", instrument: "btc-usdt" }
    })
  ]
);

// src/interval-fold.ts
var IntervalFold = class {
  #fold;
  #interval;
  #each;
  #start = Number.NEGATIVE_INFINITY;
  constructor(fold, interval, each) {
    this.#fold = fold;
    this.#interval = interval;
    this.#each = each;
  }
  enter(timestamp) {
    if (timestamp < this.#start + this.#interval) return;
    this.end();
    this.#fold.clear();
    this.#start = timestamp - timestamp % this.#interval;
  }
  end() {
    if (this.#fold.count > 0) this.#each(this.#start, this.#fold);
  }
};

// src/order-book.ts
var bookColumns = ["bid", "ask", "bid_near", "bid_far", "ask_near", "ask_far"];
function bookOf(row, first) {
  const at = (column2) => row[first + column2];
  return {
    bids: { best: at(0), near: at(2), far: at(3), worse: -1 },
    asks: { best: at(1), near: at(4), far: at(5), worse: 1 }
  };
}
function levelsOf({ best, near, far, worse }, instrument2, limit) {
  const { tick, bookLevels, precision } = instrument2;
  const levels2 = [];
  let amount = 0;
  let away = 0;
  for (let level = 0; level <= bookLevels && levels2.length < limit; level++) {
    const next = level < bookLevels ? ticksAway(best / tick, level) : Number.NaN;
    if (next !== away) {
      const price = formatDecimal(best + worse * away * tick, precision.price);
      levels2.push({ price, amount: formatDecimal(amount, precision.amount) });
      amount = 0;
    }
    away = next;
    amount += near * nearWeights[level] + far * farWeights[level];
  }
  return levels2;
}
function depthOf({ best, near, far }, { tick, bookLevels }) {
  const sum2 = new DepthSum(bookLevels);
  sum2.add(best / tick, near, far);
  return sum2.sums;
}
function slippageOf(book, side, order, instrument2) {
  const { tick, bookLevels } = instrument2;
  const { best, near, far, worse } = book[side];
  const reference2 = order.reference === "best" ? best : (book.bids.best + book.asks.best) / 2;
  const ticks = best / tick;
  if (order.size === 0) return null;
  let [left, further, filled] = [order.size, 0, 0];
  for (let level = 0; level < bookLevels; level++) {
    const price = best + worse * ticksAway(ticks, level) * tick;
    const offered = near * nearWeights[level] + far * farWeights[level];
    const amount = price * offered < left ? offered : left / price;
    further += (price - best) * amount;
    filled += amount;
    if (price * offered >= left) return worse * (best - reference2 + further / filled) / reference2;
    left -= price * offered;
  }
  return null;
}

// src/books.ts
var BookFold = class {
  count = 0;
  bid = 0;
  ask = 0;
  depth;
  slippage = { bid: new Mean(), ask: new Mean() };
  #instrument;
  #order;
  constructor(instrument2, order) {
    this.#instrument = instrument2;
    this.#order = order;
    this.depth = { bid: new DepthSum(instrument2.bookLevels), ask: new DepthSum(instrument2.bookLevels) };
  }
  /** A book. */
  add(row) {
    const book = bookOf(row, 1);
    const { bids, asks } = book;
    const { tick } = this.#instrument;
    this.count++;
    this.bid += bids.best;
    this.ask += asks.best;
    this.depth.bid.add(bids.best / tick, bids.near, bids.far);
    this.depth.ask.add(asks.best / tick, asks.near, asks.far);
    if (this.#order.size === 0) return;
    this.slippage.bid.add(slippageOf(book, "bids", this.#order, this.#instrument));
    this.slippage.ask.add(slippageOf(book, "asks", this.#order, this.#instrument));
  }
  /** What the books of a stored hour add up to. */
  merge([, count, bid, ask, bidDepth, askDepth]) {
    this.count += count;
    this.bid += bid;
    this.ask += ask;
    this.depth.bid.merge(JSON.parse(bidDepth));
    this.depth.ask.merge(JSON.parse(askDepth));
  }
  clear() {
    this.count = 0;
    this.bid = 0;
    this.ask = 0;
    for (const part of [this.depth, this.slippage]) for (const side of [part.bid, part.ask]) side.clear();
  }
};
var Mean = class {
  #sum = 0;
  #count = 0;
  get value() {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
  add(value) {
    if (value === null) return;
    this.#sum += value;
    this.#count++;
  }
  clear() {
    this.#sum = 0;
    this.#count = 0;
  }
};
var batchSpan = 6e3 * minute;
var BookReader = class {
  #books;
  #hours;
  #life;
  #hasHours;
  constructor(store) {
    const range = "WHERE instrument = :instrument AND time >= :from AND time < :until ORDER BY time";
    this.#books = store.prepare(
      `SELECT poll_timestamp, ${bookColumns} FROM order_book_snapshot ${range.replaceAll("time", "poll_timestamp")}`
    );
    this.#hours = store.prepare(
      `SELECT timestamp, snapshots, bid, ask, bid_depth, ask_depth
       FROM order_book_hour ${range.replaceAll("time", "timestamp")}`
    );
    const edge = (sort) => `(SELECT poll_timestamp FROM order_book_snapshot WHERE instrument = :instrument ORDER BY 1 ${sort} LIMIT 1)`;
    this.#life = store.prepare(`SELECT ${edge("ASC")}, ${edge("DESC")}`);
    this.#hasHours = store.get("SELECT 1 FROM order_book_hour LIMIT 1") !== void 0;
  }
  /** The times of an instrument's first and last book; null where it has none. */
  life({ id }) {
    const [first, last] = this.#life.get({ instrument: id });
    return first === null || last === null ? null : { first, last };
  }
  /** How many intervals to read at once. */
  batch(interval, { size }) {
    const span = size === 0 && interval % hour === 0 && this.#hasHours ? 100 * day : batchSpan;
    return Math.max(1, Math.min(1e3, Math.floor(span / interval)));
  }
  /** Calls `each` with every interval that has books, in order of time. The fold is reused: take from it what you need. */
  read(range, each) {
    const { instrument: instrument2, interval, from, order } = range;
    const fold = new BookFold(instrument2, order);
    const intervals = new IntervalFold(fold, interval, each);
    const enter = (timestamp) => intervals.enter(timestamp);
    const until = Math.min(range.until, range.horizon);
    const edge = order.size === 0 && interval % hour === 0 && this.#hasHours ? until - until % hour : from;
    for (const row of this.#rows(this.#hours, instrument2, from, edge)) {
      enter(row[0]);
      fold.merge(row);
    }
    for (const row of this.#rows(this.#books, instrument2, Math.max(from, edge), until)) {
      enter(row[0]);
      fold.add(row);
    }
    intervals.end();
  }
  #rows(statement, { id }, from, until) {
    return until > from ? statement.all({ instrument: id, from, until }) : [];
  }
};

// src/series.ts
function series(options, shape) {
  return {
    prepare: (store, row, wireName) => new SeriesSource(store, options, shape, valuesWriter(row, wireName))
  };
}
var SeriesSource = class {
  #statements;
  #shape;
  #write;
  constructor(store, options, shape, write) {
    const { from, where, columns, time } = options;
    const statement = (sort) => store.prepare(
      `SELECT ${[time, ...columns]} FROM ${from} WHERE ${where} AND ${time} >= :from AND ${time} < :until
         ORDER BY ${time} ${sort} LIMIT :count`
    );
    this.#statements = { asc: statement("asc"), desc: statement("desc") };
    this.#shape = shape;
    this.#write = write;
  }
  slice(query, position, count) {
    const rows = this.#statements[query.sort].all({ ...query.bindings, ...bounds(query, position), count: count + 1 });
    const next = rows.length > count ? [rows.pop()[0]] : null;
    const valuesOf = this.#shape(query);
    return { json: rows.map((row) => this.#write(valuesOf(row))).join(recordSeparator), count: rows.length, next };
  }
};
function bounds({ from, until, sort }, position) {
  if (!position) return { from, until };
  const time = Number(position[0]);
  return sort === "asc" ? { from: Math.max(from, time), until } : { from, until: Math.min(until, time + 1) };
}

// src/book-pages.ts
function bookSeries(shape) {
  const options = {
    from: "order_book_snapshot",
    where: "instrument = :instrument",
    time: "poll_timestamp",
    columns: ["timestamp", ...bookColumns]
  };
  return series(options, (query) => {
    const call = callOf(query);
    return (row) => {
      const polled = row[0];
      return [polled, formatTime(polled), row[1], ...shape(bookOf(row, 2), call)];
    };
  });
}
function bookGrid(shape) {
  return grid((store, row, wireName) => {
    const reader = new BookReader(store);
    const write = valuesWriter(row, wireName);
    const nothing2 = Object.keys(row.properties).slice(1).map(() => null);
    return {
      batch: (interval, query) => reader.batch(interval, callOf(query).order),
      empty: (timestamp) => write([timestamp, ...nothing2]),
      read: (query, intervals, each) => {
        const call = callOf(query);
        reader.read(
          { ...call, ...intervals, horizon: query.horizon },
          (timestamp, fold) => each(timestamp, write([timestamp, ...shape(fold, call)]))
        );
      },
      life: ({ entity, until }) => {
        const instrument2 = entity;
        const life = reader.life(instrument2);
        if (!life) return { from: until, until: 0 };
        return { from: life.first, until: instrument2.end === null ? until : life.last + 1 };
      }
    };
  });
}
function callOf({ entity, parameters: parameters2 }) {
  const instrument2 = entity;
  const { slippage: slippage2 = 0, slippage_ref = "mid_price" } = parameters2;
  const size = slippage2 * 10 ** (instrument2.precision.price + instrument2.precision.amount);
  return { instrument: instrument2, order: { size, reference: slippage_ref }, parameters: parameters2 };
}

// src/book-records.ts
var depthFields = ["bid", "ask"].flatMap((side) => bands.map((band) => `${side}_volume${band}`));
function depth({ bids, asks }, { instrument: instrument2 }) {
  const text2 = (volume) => formatDecimal(volume, instrument2.precision.amount);
  return [...depthOf(bids, instrument2), ...depthOf(asks, instrument2)].map(text2);
}
function meanDepth({ depth: depth2, count }, { instrument: instrument2 }) {
  const whole = count * 10 ** instrument2.precision.amount;
  return [...depth2.bid.sums, ...depth2.ask.sums].map((sum2) => plainNumber(sum2 / whole));
}
function levels({ asks, bids }, { instrument: instrument2, parameters: parameters2 }) {
  const limit = parameters2.limit_orders;
  return [levelsOf(asks, instrument2, limit), levelsOf(bids, instrument2, limit)];
}
function prices({ asks, bids }, { instrument: instrument2 }) {
  const { price } = instrument2.precision;
  return [formatDecimal(asks.best - bids.best, price), formatDecimal((asks.best + bids.best) * 5, price + 1)];
}
function meanPrices({ bid, ask, count }, { instrument: instrument2 }) {
  const whole = count * 10 ** instrument2.precision.price;
  return [plainNumber((ask - bid) / whole), plainNumber((ask + bid) / (2 * whole))];
}
function slippage(book, { order, instrument: instrument2 }) {
  return [text(slippageOf(book, "asks", order, instrument2)), text(slippageOf(book, "bids", order, instrument2))];
}
function meanSlippage({ slippage: slippage2 }) {
  return [text(slippage2.ask.value), text(slippage2.bid.value)];
}
function text(value) {
  return value === null ? null : plainNumber(value);
}

// routes/order-book.ts
var of = "/v2/data/order_book_snapshots.:data_version/exchanges/:exchange/:instrument_class/:instrument";
var example = { data_version: "v1", exchange: "cbse", instrument_class: "spot", instrument: "btc-usd" };
var pageQuery = { ...StartTime, ...EndTime, sort: Sort(), page_size: PageSize(10, 100) };
var intervalQuery = { interval: Interval({ min: "1s", max: "1d", default: "1h" }), ...pageQuery };
var orderQuery = {
  slippage: Type.Number({ minimum: 0, default: 0, description: "size of a market order, in the quote asset" }),
  slippage_ref: OneOf(["mid_price", "best"], {
    default: "mid_price",
    description: "what its average price is compared with"
  })
};
var limitQuery = {
  limit_orders: Type.Integer({
    minimum: 1,
    maximum: 1e3,
    default: 10,
    description: "price levels of each side, at most"
  })
};
var times2 = {
  poll_timestamp: Millis,
  poll_date: TimeText,
  timestamp: Nullable(
    Type.Integer({ description: "of the exchange, where it gives one; milliseconds since 1970 UTC" })
  )
};
var Levels = Type.Array(Type.Object({ price: Decimal, amount: Decimal }), { description: "best price first" });
var sides = { asks: Levels, bids: Levels };
var Slippage = Nullable(Decimal);
var slippages = { ask_slippage: Slippage, bid_slippage: Slippage };
var volumes = Object.fromEntries(depthFields.map((name) => [name, Decimal]));
var meanVolumes = Object.fromEntries(depthFields.map((name) => [name, Nullable(Decimal)]));
var orderBook = family(
  {
    name: "order book",
    dataset: { commodity: "order_book_snapshots", versions: ["v1"] },
    echo: "typed"
  },
  [
    operation({
      id: "listSlippages",
      summary: "Mean slippage of a market order by interval",
      path: `${of}/ob_aggregations/slippage`,
      subject: instrument,
      query: { ...intervalQuery, ...orderQuery },
      row: { poll_timestamp: Millis, ...slippages },
      page: bookGrid(meanSlippage),
      echo: { aggregation: "slippage" },
      example: { ...example, slippage: "10000" }
    }),
    operation({
      id: "listDepths",
      summary: "Mean volume around the best prices by interval",
      path: `${of}/ob_aggregations/depth`,
      subject: instrument,
      query: intervalQuery,
      row: { poll_timestamp: Millis, ...meanVolumes },
      page: bookGrid(meanDepth),
      echo: { aggregation: "depth" },
      example
    }),
    operation({
      id: "listBookAggregates",
      summary: "Mean depth, spread, mid price and slippage by interval",
      path: `${of}/ob_aggregations/full`,
      subject: instrument,
      query: { ...intervalQuery, ...orderQuery },
      row: {
        poll_timestamp: Millis,
        ...meanVolumes,
        spread: Nullable(Decimal),
        mid_price: Nullable(Decimal),
        ...slippages
      },
      page: bookGrid((fold, call) => [...meanDepth(fold, call), ...meanPrices(fold, call), ...meanSlippage(fold)]),
      echo: { aggregation: "full" },
      example: { ...example, slippage: "10000" }
    }),
    operation({
      id: "listSlippageSnapshots",
      summary: "Slippage of a market order in each order book",
      path: `${of}/snapshots/slippage`,
      subject: instrument,
      query: { ...pageQuery, ...orderQuery },
      row: { ...times2, ...slippages },
      page: bookSeries(slippage),
      echo: { metric: "slippage" },
      example: { ...example, slippage: "10000" }
    }),
    operation({
      id: "listDepthSnapshots",
      summary: "Volume around the best prices in each order book",
      path: `${of}/snapshots/depth`,
      subject: instrument,
      query: pageQuery,
      row: { ...times2, ...volumes },
      page: bookSeries(depth),
      echo: { metric: "depth" },
      example
    }),
    operation({
      id: "listBookSnapshots",
      summary: "Order books, level by level",
      path: `${of}/snapshots/raw`,
      subject: instrument,
      query: { ...pageQuery, ...limitQuery },
      row: { ...times2, ...sides },
      page: bookSeries(levels),
      example
    }),
    operation({
      id: "listFullBookSnapshots",
      summary: "Order books with their depth, spread, mid price and slippage",
      path: `${of}/snapshots/full`,
      subject: instrument,
      query: { ...pageQuery, ...limitQuery, ...orderQuery },
      row: { ...times2, ...sides, ...volumes, spread: Decimal, mid_price: Decimal, ...slippages },
      page: bookSeries((book, call) => [
        ...levels(book, call),
        ...depth(book, call),
        ...prices(book, call),
        ...slippage(book, call)
      ]),
      echo: { metric: "full" },
      example: { ...example, slippage: "10000" }
    })
  ]
);

// routes/reference.ts
var Codes = Type.Optional(ListOf(Code));
function oneOf2(column2, parameter = column2) {
  return `${column2} IN (SELECT value FROM json_each(:${parameter}))`;
}
function assetOfClass(column2, parameter) {
  return `EXISTS (SELECT 1 FROM asset, json_each(:${parameter}) AS wanted WHERE asset.code = ${column2}
    AND (asset_class = wanted.value OR EXISTS (SELECT 1 FROM json_each(asset_classes) AS other WHERE other.value = wanted.value)))`;
}
var holdsEveryToken = `NOT EXISTS (SELECT 1 FROM json_each(:tokens) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM pool_token AS token WHERE token.pool = pool.id
    AND lower(wanted.value) IN (token.asset, lower(token.symbol), lower(token.address))))`;
var instrumentOrders = {
  ...Object.fromEntries(
    [
      "exchange_code",
      "class",
      "vendor_legacy_symbol",
      "trade_start_timestamp",
      "trade_end_timestamp",
      "trade_count",
      "base_asset",
      "quote_asset",
      "code"
    ].map((field) => [field, field])
  ),
  trade_count_min: "trade_count",
  trade_count_max: "trade_count"
};
function timeText(milliseconds) {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', (${milliseconds}) / 1000.0, 'unixepoch')`;
}
var reference = referenceFamily({ name: "reference" }, [
  operation({
    id: "listExchanges",
    summary: "Exchanges and their codes",
    path: "/v1/exchanges",
    query: {},
    row: { code: Type.String(), name: Type.String(), vendor_legacy_slug: Type.String() },
    page: keyset({ from: "exchange", columns: { vendor_legacy_slug: "legacy_slug" }, by: ["code"] }),
    example: {}
  }),
  operation({
    id: "listAssets",
    summary: "Assets and their classes",
    path: "/v1/assets",
    query: {},
    row: {
      code: Type.String(),
      name: Type.String(),
      asset_class: Type.String(),
      asset_classes: Type.Array(Type.String())
    },
    page: keyset({ from: "asset", by: ["code"] }),
    example: {}
  }),
  operation({
    id: "listPoolProtocols",
    summary: "Codes of the DeFi protocols that have pools",
    path: "/v1/pools-protocols",
    query: {},
    row: Type.String(),
    page: keyset({ from: "protocol", columns: { value: "code" }, by: ["value"] }),
    example: {}
  }),
  operation({
    id: "listPools",
    summary: "Liquidity pools and lending vaults",
    path: "/v1/pools",
    query: {
      blockchain: Codes,
      protocol: Codes,
      tokens: Type.Optional(
        ListOf(Code, { description: "asset codes, symbols or addresses; a pool must hold all of them" })
      )
    },
    row: {
      blockchain: Type.String(),
      address: Type.String(),
      name: Type.String(),
      protocol: Type.String(),
      type: Type.String(),
      fee: Type.Number({ description: "fraction of the swapped amount" }),
      tokens: Type.Array(
        Type.Object({
          blockchain: Type.String(),
          address: Type.String(),
          symbol: Type.String(),
          decimals: Type.Integer()
        })
      ),
      tickSpacing: Type.Optional(Type.Integer({ description: "concentrated-liquidity pools only" })),
      weights: Type.Optional(
        Type.Array(Type.Number(), { description: "weighted pools only, in the order of the tokens" })
      )
    },
    page: keyset({
      from: "pool",
      columns: {
        tokens: `(SELECT json_group_array(json_object('blockchain', pool.blockchain, 'address', address, 'symbol', symbol,
          'decimals', decimals)) FROM (SELECT * FROM pool_token WHERE pool = pool.id ORDER BY position))`,
        tickSpacing: "tick_spacing"
      },
      filters: { blockchain: oneOf2("blockchain"), protocol: oneOf2("protocol"), tokens: holdsEveryToken },
      by: ["protocol", "blockchain", "name", "address"]
    }),
    counted: true,
    example: { protocol: "usp3" }
  }),
  operation({
    id: "listInstruments",
    summary: "Instruments, their identifiers and the dates and number of their trades",
    path: "/v1/instruments",
    query: {
      exchange_code: Codes,
      base_asset: Codes,
      quote_asset: Codes,
      code: Codes,
      vendor_legacy_symbol: Codes,
      class: Codes,
      base_asset_class: Codes,
      quote_asset_class: Codes,
      trade_start_timestamp: Type.Optional(Time),
      trade_end_timestamp: Type.Optional(OngoingOrTime),
      trade_count_min: Type.Optional(Count),
      trade_count_max: Type.Optional(Count),
      with_list_pools: Type.Optional(Type.Boolean()),
      limit: Type.Optional(Type.Integer({ minimum: 1, description: "records in a page; without it all come at once" })),
      page_size: Type.Optional(Type.Integer({ minimum: 1, aliasOf: "limit", description: "another name of limit" })),
      orderBy: Type.Optional(OneOf(Object.keys(instrumentOrders))),
      order: Type.Optional(OneOf(["1", "-1"], { description: "1 ascending, -1 descending" })),
      blockchain: Codes
    },
    row: {
      base_asset: Type.String(),
      quote_asset: Type.String(),
      class: Type.String(),
      code: Type.String(),
      exchange_code: Type.String(),
      exchange_pair_code: Type.String(),
      vendor_legacy_exchange_slug: Type.String(),
      vendor_legacy_symbol: Type.String(),
      trade_start_time: Nullable(TimeText),
      trade_start_timestamp: Nullable(Millis),
      trade_end_time: Nullable(TimeText),
      trade_end_timestamp: Nullable(Millis),
      trade_count: Type.Integer(),
      trade_compressed_size: Type.Integer(),
      list_pools: Type.Optional(Type.Array(Type.Object({ blockchain: Type.String(), address: Type.String() })))
    },
    page: keyset({
      from: "instrument",
      // What was listed and expired without a trade has no dates to tell.
      where: "NOT (ended AND trade_start IS NULL)",
      columns: {
        vendor_legacy_exchange_slug: "legacy_exchange_slug",
        vendor_legacy_symbol: "legacy_symbol",
        trade_start_time: timeText("trade_start"),
        trade_start_timestamp: "trade_start",
        trade_end_time: timeText("iif(ended, trade_end, NULL)"),
        trade_end_timestamp: "iif(ended, trade_end, NULL)",
        trade_compressed_size: "trade_size",
        list_pools: `iif(:with_list_pools, (SELECT json_group_array(json_object('blockchain', pool.blockchain, 'address', address))
          FROM instrument_pool JOIN pool ON pool.id = instrument_pool.pool WHERE instrument = instrument.id), NULL)`
      },
      filters: {
        exchange_code: oneOf2("exchange_code"),
        base_asset: oneOf2("base_asset"),
        quote_asset: oneOf2("quote_asset"),
        code: oneOf2("code"),
        vendor_legacy_symbol: oneOf2("legacy_symbol", "vendor_legacy_symbol"),
        class: oneOf2("class"),
        base_asset_class: assetOfClass("base_asset", "base_asset_class"),
        quote_asset_class: assetOfClass("quote_asset", "quote_asset_class"),
        trade_start_timestamp: "trade_start >= :trade_start_timestamp",
        trade_end_timestamp: `iif(:trade_end_timestamp = 'ongoing', NOT ended, ended AND trade_end <= :trade_end_timestamp)`,
        trade_count_min: "trade_count >= :trade_count_min",
        trade_count_max: "trade_count <= :trade_count_max",
        blockchain: oneOf2("blockchain")
      },
      by: ({ orderBy }) => [
        ...orderBy ? [instrumentOrders[orderBy]] : [],
        "exchange_code",
        "class",
        "code"
      ]
    }),
    example: { exchange_code: "cbse", limit: "2" }
  })
]);

// src/bars.ts
var storedWidths = [day, hour];
var BarReader = class {
  #trades;
  #bars;
  #widths;
  constructor(store) {
    this.#trades = store.prepare(
      `SELECT timestamp, price, amount FROM trade
       WHERE instrument = :instrument AND timestamp >= :from AND timestamp < :until AND versions & :version
       ORDER BY timestamp, trade_id`
    );
    this.#bars = store.prepare(
      `SELECT timestamp, open, high, low, close, volume, notional, count FROM bar
       WHERE instrument = :instrument AND width = :width AND timestamp >= :from AND timestamp < :until AND versions & :version
       ORDER BY timestamp`
    );
    this.#widths = store.get("SELECT 1 FROM bar LIMIT 1") ? storedWidths : [];
  }
  /** How many bars to read at once: a thousand, but of trades no more than a day's. */
  batch(interval) {
    const stored = this.#widths.some((width) => interval % width === 0);
    return stored ? 1e3 : Math.max(1, Math.min(1e3, Math.floor(day / interval)));
  }
  /** Calls `each` with every interval that has trades, in order of time. The fold is reused: take from it what you need. */
  read(range, each) {
    const { instrument: instrument2, interval } = range;
    const fold = new BarFold(instrument2.precision);
    const intervals = new IntervalFold(fold, interval, each);
    const enter = (timestamp) => intervals.enter(timestamp);
    for (const piece of this.#pieces(range)) this.#readPiece(range, piece, fold, enter);
    intervals.end();
  }
  #readPiece(range, piece, fold, enter) {
    const { instrument: instrument2, version } = range;
    const { price, amount } = instrument2.precision;
    const bindings = { instrument: instrument2.id, version, width: piece.width, from: piece.from, until: piece.until };
    if (piece.width === 0)
      for (const row of this.#trades.all(bindings)) {
        enter(row[0]);
        fold.add(row[1], parseDecimal(row[1], price), parseDecimal(row[2], amount));
      }
    else
      for (const row of this.#bars.all(bindings)) {
        enter(row[0]);
        fold.merge(asBar(row));
      }
  }
  #pieces({ interval, from, until, horizon }) {
    const end = Math.min(until, horizon);
    const pieces = [];
    let begin = from;
    for (const width of this.#widths) {
      const edge = end - end % width;
      if (interval % width !== 0 || edge <= begin) continue;
      pieces.push({ width, from: begin, until: edge });
      begin = edge;
    }
    if (begin < end) pieces.push({ width: 0, from: begin, until: end });
    return pieces;
  }
};
function asBar([, open, high, low, close, volume, notional, count]) {
  return { open, high, low, close, volume, notional, count };
}

// src/bar-grid.ts
function barGrid(shape) {
  return grid((store, row, wireName) => {
    const reader = new BarReader(store);
    const write = recordWriter(row, wireName);
    return {
      batch: (interval) => reader.batch(interval),
      empty: (timestamp) => write({ timestamp, ...shape(null) }),
      read: ({ entity, bindings, horizon }, intervals, each) => {
        const range = { instrument: entity, version: Number(bindings.version), horizon, ...intervals };
        reader.read(range, (timestamp, bar) => each(timestamp, write({ timestamp, ...shape(bar) })));
      },
      life: ({ entity, until }) => {
        const { start, end } = entity;
        if (start === null) return { from: until, until: 0 };
        return { from: start, until: end === null ? until : end + 1 };
      }
    };
  });
}

// src/carriers.ts
var preferred = ["usd", "usdt", "usdc", "eur", "btc", "eth", "weth"];
var Carriers = class {
  #carriers;
  #neighbours;
  constructor(store) {
    const traded = `FROM instrument WHERE class = 'spot'`;
    this.#carriers = store.prepare(
      `SELECT id, price_decimals, amount_decimals, exchange_code, code, base_asset <> :base ${traded}
       AND ((base_asset = :base AND quote_asset = :quote) OR (base_asset = :quote AND quote_asset = :base))
       ORDER BY code, exchange_code`
    );
    this.#neighbours = store.prepare(
      `SELECT DISTINCT iif(base_asset = :asset, quote_asset, base_asset) ${traded}
       AND (base_asset = :asset OR quote_asset = :asset)`
    );
  }
  of(base2, quote2) {
    return this.#carriers.all({ base: base2, quote: quote2 }).map(asCarrier);
  }
  /** Assets that have instruments with both, the preferred one first. */
  between(base2, quote2) {
    const near = new Set(this.#near(quote2));
    return this.#near(base2).filter((asset) => near.has(asset)).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  }
  #near(asset) {
    return this.#neighbours.all({ asset }).map(([code]) => String(code));
  }
};
function rank(asset) {
  const place = preferred.indexOf(asset);
  return place < 0 ? preferred.length : place;
}
function asCarrier([id, price, amount, exchange, code, inverted]) {
  return { id, precision: { price, amount }, exchange, code, inverted: inverted === 1 };
}
function counts({ exchange }, { include, exclude }) {
  return (include?.includes(exchange) ?? true) && !exclude?.includes(exchange);
}

// src/pair.ts
var Codes2 = Type.Object({ base: Code, quote: Code });
var pair = {
  parameters: Codes2,
  prepare(store) {
    const checkAsset = codeCheck(store, "asset");
    const checkExchange = codeCheck(store, "exchange");
    const carriers = new Carriers(store);
    return ({ base: base2, quote: quote2 }, query) => {
      checkAsset(base2, "base");
      checkAsset(quote2, "quote");
      for (const list of ["include_exchanges", "exclude_exchanges"])
        for (const code of query[list] ?? []) checkExchange(code, `exchange of ${list}`);
      if (base2 === quote2) throw new Failure("badParameter", `base and quote are both ${base2}; name two assets`);
      if (carriers.of(base2, quote2).length === 0 && carriers.between(base2, quote2).length === 0)
        throw new Failure(
          "unknownCode",
          `no spot instrument carries ${base2}-${quote2}, nor do two through one other asset; /v1/instruments lists them`
        );
      return { entity: { base: base2, quote: quote2 }, bindings: {} };
    };
  }
};

// src/quarter.ts
function quarterOf(time) {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() - date.getUTCMonth() % 3;
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 3) };
}

// src/stretches.ts
function stretches(from, until, [width, ...narrower] = [day, hour]) {
  if (from >= until) return [];
  if (width === void 0) return [{ width: 0, from, until }];
  const first = Math.ceil(from / width) * width;
  const last = Math.floor(until / width) * width;
  if (first >= last) return stretches(from, until, narrower);
  const middle = { width, from: first, until: last };
  return [...stretches(from, first, narrower), middle, ...stretches(last, until, narrower)];
}

// src/principal-market.ts
var window = 14 * day;
function principalMarketPage() {
  return {
    prepare(store, row, wireName) {
      const market = new PrincipalMarket(store);
      const write = recordWriter(row, wireName);
      return {
        slice(query) {
          checkQuarter(query);
          const record2 = market.at(query);
          return { json: record2 ? write(record2) : "", count: record2 ? 1 : 0, next: null };
        }
      };
    }
  };
}
function checkQuarter({ parameters: parameters2, now }) {
  const { end_time } = parameters2;
  const { start, end } = quarterOf(now);
  if (end_time === void 0 || end_time >= start && end_time <= end) return;
  throw new Failure(
    "badParameter",
    `end_time must be in the current quarter, from ${formatTime(start)} to ${formatTime(end)}, not ${formatTime(end_time)}`
  );
}
var PrincipalMarket = class {
  #eligible;
  #ofBars;
  #ofTrades;
  #last;
  #rate;
  constructor(store) {
    this.#eligible = store.prepare(
      `SELECT id, exchange_code, exchange.name, quote_asset FROM instrument
       JOIN exchange ON exchange.code = exchange_code JOIN asset ON asset.code = quote_asset
       WHERE base_asset = :asset AND class = 'spot' AND kind = 'centralised' AND asset_class IN ('fiat', 'stablecoin')
       ORDER BY id`
    );
    const summed2 = (table) => `SELECT instrument, sum(CAST(${table === "bar" ? "volume" : "amount"} AS REAL))
       FROM json_each(:instruments) AS eligible CROSS JOIN ${table} ON instrument = eligible.value
       WHERE timestamp >= :from AND timestamp < :until AND versions & :version`;
    this.#ofBars = store.prepare(`${summed2("bar")} AND width = :width GROUP BY instrument`);
    this.#ofTrades = store.prepare(`${summed2("trade")} GROUP BY instrument`);
    this.#last = store.prepare(
      `SELECT timestamp, CAST(price AS REAL) FROM trade
       WHERE instrument = :instrument AND timestamp >= :from AND timestamp < :until AND versions & :version
       ORDER BY timestamp DESC, trade_id DESC LIMIT 1`
    );
    this.#rate = store.prepare(
      `SELECT usd / CAST(notional AS REAL) FROM bar
       WHERE instrument = :instrument AND width = ${hour} AND timestamp <= :latest AND versions & :version
       ORDER BY timestamp DESC LIMIT 1`
    );
  }
  at({ bindings, earliest: from, until }) {
    const version = Number(bindings.version);
    const eligible = this.#eligible.all(bindings).map((row) => {
      const [id, exchange, name, quote2] = row;
      return { id, exchange, name, quote: quote2 };
    });
    const start = Math.max(from, until - window);
    const volumes2 = this.#volumes(eligible, start, until, version);
    const [principal] = [...volumes2].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    if (principal === void 0) return null;
    const own = eligible.filter(({ exchange }) => exchange === principal[0]);
    const last = this.#lastTrade(own, from, until, version);
    const rate = last && this.#usdRate(last, version);
    if (!last || !rate) return null;
    const days = (until - start) / day;
    return {
      timestamp: until,
      last_trade_timestamp: last.timestamp,
      price: last.price * rate,
      principal_market_name: last.eligible.name,
      principal_market_code: principal[0],
      adtv_2w: principal[1] / days,
      total_adtv_2w: [...volumes2.values()].reduce((sum2, volume) => sum2 + volume, 0) / days
    };
  }
  /** In the asset, by exchange. */
  #volumes(eligible, from, until, version) {
    const exchanges = new Map(eligible.map(({ id, exchange }) => [id, exchange]));
    const instruments = JSON.stringify([...exchanges.keys()]);
    const volumes2 = /* @__PURE__ */ new Map();
    for (const stretch of stretches(from, until)) {
      const statement = stretch.width === 0 ? this.#ofTrades : this.#ofBars;
      for (const [id, volume] of statement.all({ instruments, version, ...stretch })) {
        const exchange = exchanges.get(id);
        volumes2.set(exchange, (volumes2.get(exchange) ?? 0) + volume);
      }
    }
    return volumes2;
  }
  #lastTrade(instruments, from, until, version) {
    let last = null;
    for (const eligible of instruments) {
      const row = this.#last.get({ instrument: eligible.id, from, until, version });
      if (!row) continue;
      const [timestamp, price] = row;
      if (!last || timestamp > last.timestamp) last = { timestamp, price, eligible };
    }
    return last;
  }
  /** USD per quote in the last hour before the trade that the instrument traded in; null where there is none yet. */
  #usdRate({ timestamp, eligible }, version) {
    if (eligible.quote === "usd") return 1;
    const row = this.#rate.get({ instrument: eligible.id, latest: timestamp - hour, version });
    return row ? Number(row[0]) : null;
  }
};

// src/exchange-rate.ts
var places = 40;
var Rate = class _Rate {
  #base;
  #quote;
  /** By the instruments' own pair. */
  sources;
  constructor(base2 = 0n, quote2 = 0n, sources = {}) {
    this.#base = base2;
    this.#quote = quote2;
    this.sources = sources;
  }
  add({ inverted, exchange, code }, fold) {
    const volume = BigInt(parseDecimal(fold.volume, places));
    const notional = BigInt(parseDecimal(fold.notional, places));
    this.#base += inverted ? notional : volume;
    this.#quote += inverted ? volume : notional;
    this.sources[code] ??= [];
    this.sources[code].push({
      exchange_code: exchange,
      price: fold.vwap,
      volume: fold.volume,
      trade_count: fold.count
    });
  }
  /** From the base of this to the quote of another rate, which begins where this ends. */
  followedBy(next) {
    return new _Rate(this.#base * next.#base, this.#quote * next.#quote, { ...this.sources, ...next.sources });
  }
  get price() {
    return quotient(this.#quote, this.#base, 0);
  }
};
var RateReader = class {
  #bars;
  #carriers;
  constructor(store) {
    this.#bars = new BarReader(store);
    this.#carriers = new Carriers(store);
  }
  batch(interval) {
    return this.#bars.batch(interval);
  }
  /**
   * By the start of the interval; those without trades have none. Where no instrument carries the pair, the rate goes
   * through the first asset that links base and quote, in intervals in which both legs were traded.
   */
  read({ base: base2, quote: quote2 }, range) {
    const direct = this.#carriers.of(base2, quote2);
    if (direct.length > 0) return this.#leg(direct, range);
    const [link] = this.#carriers.between(base2, quote2);
    if (link === void 0) return /* @__PURE__ */ new Map();
    const onward = this.#leg(this.#carriers.of(link, quote2), range);
    const rates = /* @__PURE__ */ new Map();
    for (const [timestamp, rate] of this.#leg(this.#carriers.of(base2, link), range)) {
      const next = onward.get(timestamp);
      if (next) rates.set(timestamp, rate.followedBy(next));
    }
    return rates;
  }
  #leg(carriers, range) {
    const { interval, from, until, version, horizon, exchanges } = range;
    const rates = /* @__PURE__ */ new Map();
    for (const instrument2 of carriers) {
      if (!counts(instrument2, exchanges)) continue;
      this.#bars.read({ instrument: instrument2, version, horizon, interval, from, until }, (timestamp, fold) => {
        const rate = rates.get(timestamp) ?? new Rate();
        rate.add(instrument2, fold);
        rates.set(timestamp, rate);
      });
    }
    return rates;
  }
};

// src/rate-grid.ts
var lookBacks = [hour, day, 10 * day, Number.POSITIVE_INFINITY];
function rateGrid() {
  return grid((store, row, wireName) => {
    const reader = new RateReader(store);
    const write = recordWriter(row, wireName);
    return {
      batch: (interval) => reader.batch(interval),
      empty: () => "",
      read: (query, intervals, each) => {
        const series2 = new RateSeries(reader, query, intervals);
        for (let time = intervals.from; time < intervals.until; time += intervals.interval)
          each(time, write(series2.at(time)));
      }
    };
  });
}
var RateSeries = class {
  #reader;
  #query;
  #range;
  #rates;
  /** The last price before; undefined while nobody has looked for it. */
  #last;
  constructor(reader, query, intervals) {
    const { bindings, horizon, parameters: parameters2 } = query;
    const { include_exchanges: include, exclude_exchanges: exclude } = parameters2;
    const exchanges = { ...include && { include }, ...exclude && { exclude } };
    this.#reader = reader;
    this.#query = query;
    this.#range = { ...intervals, version: Number(bindings.version), horizon, exchanges };
    this.#rates = this.#read(intervals.from, intervals.until);
  }
  at(timestamp) {
    const { extrapolate_missing_values, sources } = this.#query.parameters;
    const rate = this.#rates.get(timestamp);
    const price = rate ? rate.price : extrapolate_missing_values ? this.#lastBefore(timestamp) : null;
    this.#last = price ?? this.#last;
    const extrapolated = !rate && price !== null;
    return { timestamp, price, extrapolated, ...sources ? { sources: rate?.sources ?? {} } : {} };
  }
  #lastBefore(timestamp) {
    if (this.#last === void 0) this.#last = this.#lookBack(timestamp);
    return this.#last;
  }
  #lookBack(before) {
    const { interval } = this.#range;
    const first = firstInterval(this.#query, void 0, interval);
    for (const span of lookBacks) {
      const from = Math.max(first, before - Math.ceil(span / interval) * interval);
      const rates = this.#read(from, before);
      if (rates.size > 0) return rates.get(Math.max(...rates.keys())).price;
      if (from === first) return null;
    }
    return null;
  }
  #read(from, until) {
    return this.#reader.read(this.#query.entity, { ...this.#range, from, until });
  }
};

// routes/rates.ts
var Source = Type.Object({
  exchange_code: Type.String(),
  price: Decimal,
  volume: Decimal,
  trade_count: Type.Integer()
});
var rateOperations = [
  operation({
    id: "listSpotExchangeRates",
    summary: "Volume-weighted rate between two assets over all exchanges, by interval",
    path: "/v2/data/trades.:data_version/spot_exchange_rate/:base/:quote",
    subject: pair,
    query: {
      interval: Interval({ min: "1s", max: "1d", default: "1d" }),
      ...StartTime,
      ...EndTime,
      include_exchanges: Type.Optional(ListOf(Code, { description: "only these count" })),
      exclude_exchanges: Type.Optional(ListOf(Code, { description: "these do not count" })),
      extrapolate_missing_values: Type.Boolean({
        default: false,
        description: "the last rate where nothing was traded"
      }),
      sources: Type.Boolean({ default: false, description: "adds what each instrument contributed" }),
      sort: Sort(),
      page_size: PageSize(100, 1e3)
    },
    row: {
      timestamp: Millis,
      price: Nullable(Decimal),
      extrapolated: Type.Boolean(),
      sources: Type.Optional(Type.Record(Type.String(), Type.Array(Source)))
    },
    page: rateGrid(),
    echo: { aggregation: "spot_exchange_rate" },
    example: { data_version: "v1", base: "btc", quote: "usd", interval: "1h", sources: "true" }
  }),
  operation({
    id: "getPrincipalMarketValue",
    summary: "What an asset is worth on the exchange that trades most of it, at a time of the current quarter",
    path: "/v2/data/trades.:data_version/principal_market_value",
    subject: named("asset"),
    query: { asset: Code, ...EndTime },
    row: {
      timestamp: Millis,
      last_trade_timestamp: Millis,
      price: Type.Number({ description: "USD" }),
      principal_market_name: Type.String(),
      principal_market_code: Type.String(),
      adtv_2w: Type.Number(),
      total_adtv_2w: Type.Number()
    },
    page: principalMarketPage(),
    example: { data_version: "v1", asset: "btc" }
  })
];

// routes/trades.ts
var of2 = "trades.:data_version/exchanges/:exchange/:instrument_class/:instrument";
var example2 = { data_version: "v1", exchange: "cbse", instrument_class: "spot", instrument: "btc-usd" };
var TakerSideSell = Type.Union([Type.Boolean(), Type.Literal("unknown"), Type.Null()], {
  description: "true: a taker sold; some exchanges report it inverted, constant, unknown or not at all"
});
var ohlcv = {
  open: Nullable(Decimal),
  high: Nullable(Decimal),
  low: Nullable(Decimal),
  close: Nullable(Decimal),
  volume: Decimal
};
function ohlcvOf(bar) {
  if (bar === null) return { open: null, high: null, low: null, close: null, volume: "0" };
  const { open, high, low, close, volume } = bar;
  return { open, high, low, close, volume };
}
var barQuery = {
  interval: Interval({ min: "1s", max: "1d", default: "1d" }),
  ...StartTime,
  ...EndTime,
  sort: Sort(),
  page_size: PageSize(100, 1e5)
};
var trades = family(
  { name: "trades", dataset: { commodity: "trades", versions: ["v1", "v2"] }, echo: "typed" },
  [
    operation({
      id: "listTrades",
      summary: "Trades of an instrument, tick by tick",
      path: `/v3/data/${of2}/trades`,
      also: [`/v2/data/${of2}/trades`],
      subject: instrument,
      query: { ...StartTime, ...EndTime, sort: Sort(), page_size: PageSize(100, 1e5) },
      row: {
        timestamp: Millis,
        trade_id: Identifier,
        price: Decimal,
        amount: Decimal,
        taker_side_sell: TakerSideSell
      },
      page: keyset({
        from: "trade",
        where: "instrument = :instrument AND versions & :version",
        by: ["timestamp", "trade_id"],
        time: "timestamp"
      }),
      example: example2
    }),
    operation({
      id: "listOhlcv",
      summary: "Open, high, low, close and volume by interval",
      path: `/v2/data/${of2}/aggregations/ohlcv`,
      subject: instrument,
      query: barQuery,
      row: { timestamp: Millis, ...ohlcv },
      page: barGrid(ohlcvOf),
      echo: { aggregation: "ohlcv" },
      example: { ...example2, interval: "1h" }
    }),
    operation({
      id: "listVwap",
      summary: "Volume-weighted average price by interval",
      path: `/v2/data/${of2}/aggregations/vwap`,
      subject: instrument,
      query: barQuery,
      row: { timestamp: Millis, price: Nullable(Decimal) },
      page: barGrid((bar) => ({ price: bar?.vwap ?? null })),
      echo: { aggregation: "vwap" },
      example: { ...example2, interval: "1h" }
    }),
    operation({
      id: "listCountOhlcvVwap",
      summary: "OHLCV, volume-weighted average price and number of trades by interval",
      path: `/v2/data/${of2}/aggregations/count_ohlcv_vwap`,
      subject: instrument,
      query: barQuery,
      row: { timestamp: Millis, ...ohlcv, price: Nullable(Decimal), count: Type.Integer() },
      page: barGrid((bar) => ({ ...ohlcvOf(bar), price: bar?.vwap ?? null, count: bar?.count ?? 0 })),
      echo: { aggregation: "count_ohlcv_vwap" },
      example: { ...example2, interval: "1h" }
    }),
    ...rateOperations
  ]
);

// routes/index.ts
var families = [trades, orderBook, liquidations, analytics, reference];

// routes/service.ts
async function service(app) {
  const answers = {
    "/": () => describeServer(app.sandbox),
    "/live": () => ({ result: "success" }),
    "/ready": () => ({ result: "success" }),
    "/version": () => describeServer(app.sandbox)
  };
  for (const [url, handler] of Object.entries(answers)) app.route({ method: ["GET", "HEAD"], url, handler });
}

// src/log.ts
import { LogController } from "fastify";
import { pino } from "pino";
async function createLogger(level, terminal) {
  const batches = { sync: false, minLength: 4096, periodicFlush: 100 };
  const destination = terminal ? await prettyLines() : pino.destination(batches);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
async function prettyLines() {
  const { default: pretty } = await import("pino-pretty");
  return pretty({ ignore: "reqId", translateTime: "HH:MM:ss", singleLine: true, sync: true });
}
var AnswerLog = class extends LogController {
  incomingRequest() {
  }
  requestCompleted(error, request, reply) {
    const { id: reqId, method, url, key } = request;
    const path = url.split("?", 1)[0];
    const answer2 = {
      reqId,
      method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      key: key?.name
    };
    if (error) request.log.warn({ ...answer2, err: error }, "answer cut short");
    else request.log.info(answer2, "answered");
  }
  routeNotFound() {
  }
};

// src/app.ts
import rateLimit from "@fastify/rate-limit";
import fastify from "fastify";

// src/accept.ts
var ranges = ["application/json", "application/*", "*/*", "*"];
function acceptsJson(accept) {
  if (!accept || accept === "*/*" || accept === ranges[0]) return true;
  const given = accept.split(",").map(readRange);
  const own = ranges.map((range) => given.filter(({ name }) => name === range)).find((found) => found.length > 0);
  return own?.some(({ quality }) => quality !== 0) ?? false;
}
function readRange(text2) {
  const [name = "", ...parameters2] = text2.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters2.map((parameter) => /^q\s*=(.*)/.exec(parameter)?.[1]).find((value) => value !== void 0);
  return { name, quality: quality ? Number(quality) : 1 };
}

// src/host.ts
var places2 = {
  eu: { service: "market", region: "eu" },
  us: { service: "market", region: "us" },
  reference: { service: "reference", region: "eu" }
};
var anywhere = { service: "both", region: "eu" };
function placeOf(hostname, basePath, names) {
  if (basePath) return places2[basePath.slice(1)];
  const name = hostname.toLowerCase();
  const label = names[name] ?? name.slice(0, Math.max(0, name.indexOf(".")));
  return Object.hasOwn(places2, label) ? places2[label] : anywhere;
}
var basePathPattern = /^\/(?:eu|us)(?=\/)/;
function splitTarget(target) {
  const [origin = "", authority] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  const url = target.slice(origin.length);
  return { authority, url: url.startsWith("/") ? url : authority === void 0 ? url : `/${url}` };
}
function isHost(host) {
  return host.length < 262 && /^[\w[][\w.:[\]-]*$/.test(host) && URL.canParse(`http://${host}`);
}
function ownHost({ localAddress, localPort }) {
  if (localAddress === void 0) return "localhost";
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*/, "");
  return `${address.includes(":") ? `[${address}]` : address}:${localPort}`;
}
function splitBasePath(url) {
  const basePath = basePathPattern.exec(url)?.[0] ?? "";
  return { basePath, url: url.slice(basePath.length) };
}
function checkService(place, wanted, names) {
  if (place.service !== "both" && place.service !== wanted)
    throw new Failure("notFound", `not on this host: ${rightHost[wanted](names)}`);
}
var rightHost = {
  market: (names) => `market data is served by the hosts ${listed(["eu.\u2026", "us.\u2026", ...namesOf(names, "market")])}, or under /eu and /us on any other host`,
  reference: (names) => `reference data is served by the hosts ${listed(["reference.\u2026", ...namesOf(names, "reference")])}, or on any host that is not ${listed(["eu.\u2026", "us.\u2026", ...namesOf(names, "market")], "or")}, without a region in the path`
};
function namesOf(names, service2) {
  return Object.keys(names).filter((name) => places2[names[name]].service === service2);
}
function listed(names, last = "and") {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

// src/known-paths.ts
import findMyWay from "find-my-way";
var allowedMethods = "GET, HEAD, OPTIONS";
var KnownPaths = class {
  #urls = /* @__PURE__ */ new Set();
  #router;
  /** Watches the routes that are added to the app from now on. */
  constructor(app) {
    app.addHook("onRoute", (route) => {
      this.#urls.add(route.url);
    });
  }
  /** Before a body is read: whatever it is, no operation takes one. */
  checkMethod(request) {
    const { method, url } = request;
    if (method === "GET" || method === "HEAD") return;
    if (!this.#knows(url)) throw this.failureFor(request);
    if (method === "OPTIONS") return;
    throw new Failure("methodNotAllowed", `${method} is not allowed: every operation is a GET`, {
      allow: allowedMethods
    });
  }
  failureFor({ url }) {
    const path = url.split("?", 1)[0];
    const near = nearest(
      path,
      [...this.#urls].filter((known) => !known.includes(":"))
    );
    const hint = near ? `; did you mean ${near}?` : "";
    return new Failure("notFound", `nothing is served under ${shown(path)}${hint}`);
  }
  /** Built when it is first needed: a client that makes no mistake never needs it. */
  #knows(url) {
    this.#router ??= this.#build();
    return this.#router.find("GET", url.split("?", 1)[0]) !== null;
  }
  #build() {
    const router = findMyWay({ ignoreTrailingSlash: true });
    for (const url of this.#urls) router.on("GET", url, () => {
    });
    return router;
  }
};

// src/app.ts
var longestUrl = 16e3;
var longestPathValue = 200;
async function createApp(options) {
  const app = fastify({
    serverFactory: (listener) => options.server(listener),
    loggerInstance: options.logger,
    logController: new AnswerLog(),
    // A logger of its own for each request would cost more than the line that it writes.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy,
    genReqId: requestIds(),
    rewriteUrl: takeHostAndBasePath,
    routerOptions: { maxParamLength: longestPathValue, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
    clientErrorHandler: answerMalformed,
    // A route for GET and HEAD alike: the framework's own HEAD routes say content-length 0 of what they didn't read.
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: schemaCompilers(options.sandbox) },
    return503OnClosing: false
  }).withTypeProvider();
  const known = new KnownPaths(app);
  app.decorate("sandbox", options.sandbox);
  app.decorateRequest("place");
  app.decorateRequest("key", null);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    checkUrl(request);
    checkHost(request);
    known.checkMethod(request);
    if (request.method === "OPTIONS") return void reply.code(204).header("allow", allowedMethods).send();
    request.place = placeOf(request.hostname, request.raw.basePath ?? "", options.sandbox.hosts);
    done();
  });
  app.setErrorHandler(sendFailure);
  app.setNotFoundHandler((request) => {
    throw known.failureFor(request);
  });
  await app.register(options.service);
  await app.register(referenceData(options));
  await app.register(marketData(options));
  await app.ready();
  return app;
}
function schemaCompilers(sandbox) {
  const compilers = { buildValidator: () => parameterCompiler(sandbox), buildSerializer: () => () => JSON.stringify };
  return compilers;
}
function referenceData({ families: families2, sandbox }) {
  return async (app) => {
    app.addHook("onRequest", (request, _reply, done) => {
      checkService(request.place, "reference", sandbox.hosts);
      checkAccept(request);
      done();
    });
    for (const plugin of families2.filter(({ family: family2 }) => family2.host === "reference")) await app.register(plugin);
  };
}
function marketData({ families: families2, sandbox, redis }) {
  return async (app) => {
    app.addHook("onRequest", (request, _reply, done) => {
      checkService(request.place, "market", sandbox.hosts);
      checkAccept(request);
      request.key = sandbox.keys.check(request.headers["x-api-key"]);
      done();
    });
    await app.register(rateLimit, {
      ...redis ? { redis, nameSpace: "market-data-sandbox:", skipOnError: true } : {},
      timeWindow: 6e4,
      max: (request) => request.key?.limit ?? defaultLimit,
      keyGenerator: (request) => request.key?.key ?? "",
      errorResponseBuilder: (_request, { max, ttl }) => new Failure(
        "tooManyRequests",
        `more than ${max} requests in a minute with this API key; try again in ${Math.ceil(ttl / 1e3)} s`
      )
    });
    for (const plugin of families2.filter(({ family: family2 }) => family2.host === "market")) await app.register(plugin);
  };
}
function takeHostAndBasePath(raw) {
  const target = splitTarget(raw.url ?? "/");
  const { headers } = raw;
  if (target.authority !== void 0) headers.host = target.authority;
  if (headers.host === "" || headers.host === void 0 && raw.httpVersion !== "1.1")
    headers.host = ownHost(raw.socket);
  const { basePath, url } = splitBasePath(target.url);
  raw.basePath = basePath;
  return url;
}
function requestIds() {
  const run = Date.now().toString(36);
  let count = 0;
  return ({ headers }) => {
    const given = headers["x-request-id"];
    return typeof given === "string" && /^[\w.:-]{1,64}$/.test(given) ? given : `${run}-${(++count).toString(36)}`;
  };
}
function checkUrl(request) {
  if (request.url.length > longestUrl) throw new Failure("tooLong", `the URL is longer than ${longestUrl} characters`);
}
function checkHost({ headers, host }) {
  if (headers.host === void 0) throw new Failure("badRequest", "an HTTP/1.1 request needs a Host header");
  if (!isHost(host))
    throw new Failure("badRequest", `the host must be a name or an address, with or without a port, not ${shown(host)}`);
}
function checkAccept({ headers: { accept } }) {
  if (!acceptsJson(accept)) throw new Failure("notAcceptable", "answers are application/json; Accept must allow it");
}
function sendFailure(error, request, reply) {
  const failure = asFailure(error);
  if (failure.statusCode >= 500) request.log.error({ reqId: request.id, err: error }, "failed");
  else request.log.debug({ reqId: request.id, kind: failure.kind, message: failure.message }, "refused");
  reply.code(failure.statusCode).headers({ ...failure.headers, "x-request-id": request.id }).type("application/json; charset=utf-8").send(failureBody(failure));
}
var malformed = {
  HPE_HEADER_OVERFLOW: new Failure("headersTooLarge", "the headers are larger than 16 KB"),
  ERR_HTTP_REQUEST_TIMEOUT: new Failure("requestTimeout", "the request did not arrive in time")
};
function answerMalformed(error, socket) {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const failure = malformed[error.code ?? ""] ?? new Failure("badRequest", "this is not a valid HTTP request");
  const body = failureBody(failure);
  const head = [
    `HTTP/1.1 ${failure.statusCode} ${STATUS_CODES[failure.statusCode]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close"
  ];
  socket.end(`${head.join("\r\n")}\r
\r
${body}`);
}

// src/clock.ts
var liveClock = { now: Date.now, frozen: false };
function frozenClock(at) {
  return { now: () => at, frozen: true };
}

// src/listener.ts
var longestDrain = 8e3;
var Listener = class {
  server;
  /** What keeps the server from answering, for people. */
  waitingFor = "the server is starting";
  #attached = null;
  #serving = false;
  #draining = false;
  constructor() {
    const limits = { maxHeaderSize: 16384, headersTimeout: 2e4, requestTimeout: 3e4, keepAliveTimeout: 75e3 };
    this.server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
      if (this.#draining) response.setHeader("connection", "close");
      if (this.#serving) this.#attached(request, response);
      else if (request.url === "/live") answer(response, 200, '{"result":"success"}');
      else refuse(response, new Failure("unavailable", `not ready: ${this.waitingFor}`, { "retry-after": "1" }));
    });
    this.server.on("checkExpectation", (_request, response) => {
      refuse(response, new Failure("expectationFailed", "the only expectation that can be met is 100-continue"));
    });
  }
  /** Hands the socket to an app, which is asked nothing until `open`. */
  attach = (listener) => {
    this.#attached = listener;
    return this.server;
  };
  open() {
    this.#serving = true;
  }
  /** Takes no new connection and resolves when the answers under way are out, or cut off because nobody reads them. */
  drain() {
    this.#draining = true;
    const sweep = setInterval(() => this.server.closeIdleConnections(), 50);
    const deadline = setTimeout(() => this.server.closeAllConnections(), longestDrain);
    return new Promise((resolve) => this.server.close(() => resolve())).finally(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
    });
  }
  /** Resolves with the port, which is the asked one unless that was 0. */
  listen(port, host) {
    return new Promise((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(port, host, () => resolve(this.server.address().port));
    });
  }
};
function refuse(response, failure) {
  answer(response, failure.statusCode, failureBody(failure), failure.headers);
}
function answer(response, status, body, headers = {}) {
  const own = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...own, ...headers }).end(body);
}

// src/token.ts
import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync } from "node:crypto";
var nonceBytes = 12;
var tagBytes = 16;
var Tokens = class {
  #sealing;
  #nonces;
  constructor(secret) {
    const derive = (purpose) => Buffer.from(hkdfSync("sha256", secret, "market-data-sandbox", purpose, 32));
    this.#sealing = createSecretKey(derive("seal"));
    this.#nonces = derive("nonce").toString("hex");
  }
  seal(walk, boundTo) {
    const { version, until, opened, parameters: parameters2, position } = walk;
    const times3 = opened === void 0 ? until : [until, opened];
    const content = JSON.stringify([version, times3, parameters2, ...position]);
    const nonce = hash("sha256", `${this.#nonces}${boundTo}\0${content}`, "buffer").subarray(0, nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#sealing, nonce).setAAD(Buffer.from(boundTo));
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString("base64url");
  }
  open(token, boundTo) {
    try {
      const [version, times3, parameters2, ...position] = JSON.parse(this.#unseal(token, boundTo));
      const [until, opened] = [times3].flat();
      return { version, until, ...opened !== void 0 && { opened }, parameters: parameters2, position };
    } catch {
      throw new Failure(
        "badToken",
        "continuation_token is not one that this operation gave to this key: send it exactly as it came, with the same path and key"
      );
    }
  }
  #unseal(token, boundTo) {
    const sealed = Buffer.from(token, "base64url");
    if (sealed.toString("base64url") !== token) throw new Error("not canonical");
    const decipher = createDecipheriv("aes-256-gcm", this.#sealing, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes
    });
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-tagBytes));
    return decipher.update(sealed.subarray(nonceBytes, -tagBytes), void 0, "utf8") + decipher.final("utf8");
  }
};

// src/server.ts
var horizonLag = 2e3;
async function startServer(options) {
  const { settings, families: families2, service: service2, logger, progress } = options;
  const listener = new Listener();
  const port = await listener.listen(settings.port, settings.host);
  let feed;
  try {
    feed = await provideStore(settings, logger, (label, fraction) => {
      listener.waitingFor = `${label}, ${Math.floor(fraction * 100)} %`;
      progress(label, fraction);
    });
    const store = Store.open(settings.data, { readonly: true });
    const sandbox = createSandbox(settings, store);
    const renewal = keepFresh(store, sandbox.clock);
    const redis = settings.redisUrl ? await connectRedis(settings.redisUrl, logger) : void 0;
    const { trustProxy } = settings;
    const app = await createApp({ sandbox, families: families2, service: service2, logger, trustProxy, redis, server: listener.attach });
    listener.open();
    return {
      url: `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${port}`,
      app,
      setLatest: (latest) => Object.assign(sandbox.latest, latest),
      close: async () => {
        await listener.drain();
        await app.close();
        await feed?.stop();
        redis?.disconnect();
        clearInterval(renewal);
        store.close();
      }
    };
  } catch (error) {
    listener.server.close();
    await feed?.stop();
    throw error;
  }
}
var snapshotAge = 200;
function keepFresh(store, clock) {
  store.renewSnapshot();
  return clock.frozen ? void 0 : setInterval(() => store.renewSnapshot(), snapshotAge).unref();
}
function createSandbox(settings, store) {
  const { start, end } = identityOf(store);
  const clock = clockOf(settings.now, end);
  return {
    store,
    start,
    horizon: horizonOf(store, clock),
    clock,
    keys: new Keys(settings.keyList ?? builtInKeys, clock),
    tokens: new Tokens(settings.tokenSecret || `seed ${settings.seed}`),
    latest: { trades: settings.latestTrades },
    hosts: settings.hosts,
    validation: settings.validation,
    wireName: wireNames(settings.vendorName),
    wirePath: wirePaths(settings.fxProvider)
  };
}
function clockOf(now, end) {
  if (now === "live") return liveClock;
  return frozenClock(now === "seeded" ? end : Math.floor(parseTime(now)));
}
function horizonOf(store, clock) {
  const { end: frozenEnd } = identityOf(store);
  if (clock.frozen) return () => Math.min(frozenEnd, clock.now());
  const end = store.prepare("SELECT CAST(value AS INTEGER) FROM store WHERE name = 'end'");
  return () => Math.min(Number(end.get({})[0]), clock.now() - horizonLag);
}
async function connectRedis(url, logger) {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, { connectTimeout: 500, maxRetriesPerRequest: 1, enableOfflineQueue: false });
  return redis.on("error", (error) => logger.warn(`Redis: ${error.message}`));
}

export {
  families,
  service,
  createLogger,
  startServer
};
