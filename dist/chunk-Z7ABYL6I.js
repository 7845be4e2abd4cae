import {
  Code,
  ContinuationToken,
  Failure,
  checkInstrument,
  compileParameters,
  shown
} from "./chunk-4PPOFCN3.js";
import {
  TransformKind,
  Type
} from "./chunk-QAYDVY34.js";
import {
  Moment,
  formatTime,
  second
} from "./chunk-BBDNGR24.js";

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
  return (parameters) => {
    const written = {};
    for (const [name, write] of writers) if (parameters[name] !== void 0) written[name] = write(parameters[name]);
    return written;
  };
}
function withoutDefaults(schema, written) {
  const given = Object.entries(written).filter(([name, text]) => text !== String(schema.properties[name]?.default));
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
function inMilliseconds(parameters) {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, value instanceof Moment ? value.time : value])
  );
}
function valueWriter(schema) {
  const transform = schema[TransformKind];
  if (transform) return (value) => transform.Encode(value);
  return (value) => Array.isArray(value) ? value.join(",") : String(value);
}
function echoOf(style, echoed, wireName) {
  const { path, parameters, operation, commodity, version, now } = echoed;
  const asText = style === "text" || style === "dates";
  const own = asText ? textEcho(echoed, style, wireName) : typedEcho(echoed, style, wireName);
  const echo = { ...path, ...own, request_time: formatTime(now) };
  const { start_time, end_time } = parameters;
  const stamp = (time) => asText ? String(Math.ceil(time)) : Math.ceil(time);
  if (start_time) echo.start_timestamp = stamp(start_time.time);
  if (end_time) echo.end_timestamp = stamp(end_time.time);
  return Object.assign(echo, { commodity, data_version: version }, operation);
}
function typedEcho({ schema, parameters, written }, style, wireName) {
  const echo = {};
  for (const name in schema.properties) {
    const value = parameters[name];
    if (typeof value === "number" || typeof value === "boolean") echo[wireName(name)] = value;
    else if (written[name] !== void 0) echo[wireName(name)] = written[name];
    else if (style === "typed_seconds" && name.endsWith("_block")) echo[wireName(name)] = 0;
  }
  return echo;
}
function textEcho({ schema, parameters, written }, style, wireName) {
  const echo = {};
  for (const [name, { aliasOf }] of Object.entries(schema.properties)) {
    if (aliasOf) continue;
    const value = parameters[name];
    const asDay = style === "dates" && value instanceof Moment;
    echo[wireName(name)] = asDay ? `seconds:${value.time / second}` : written[name] ?? "*";
  }
  if (echo.sort) echo.sort = `${echo.sort}ending`;
  return echo;
}

// src/sandbox.ts
function clientOrigin(request) {
  const scheme = request.protocol === "https" ? "https" : "http";
  return `${scheme}://${request.host}`;
}
function clientUrl(request) {
  const { basePath = "", url = "" } = request.raw;
  return `${clientOrigin(request)}${basePath}${url.split("?", 1)[0]}`;
}

// src/bounds.ts
function askedBounds({ properties }, parameters) {
  checkBlocks(parameters);
  const from = oneOf(parameters, "start_time", "start_date");
  const end = oneOf(parameters, "end_time", "end_date");
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
function oneOf(parameters, ...names) {
  const given = names.filter((name) => parameters[name] !== void 0).map((name) => ({ name, moment: parameters[name] }));
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
function nameInPaths({ commodity, inPath = commodity }) {
  return inPath;
}
function resolveVersion(dataset, inPath, query, latest) {
  const { commodity } = dataset;
  const name = nameInPaths(dataset);
  if (query.commodity !== void 0 && query.commodity !== commodity && query.commodity !== name)
    throw new Failure("badParameter", `commodity is ${shown(query.commodity)}, but the path says ${commodity}`);
  const fromPath = knownVersion(dataset, inPath, latest);
  if (query.data_version === void 0) return fromPath;
  const fromQuery = knownVersion(dataset, query.data_version, latest);
  if (inPath === "latest") return fromQuery;
  if (fromQuery !== fromPath)
    throw new Failure("badParameter", `data_version is ${shown(query.data_version)}, but the path says ${inPath}`);
  return fromPath;
}
function knownVersion({ commodity, inPath: name = commodity, versions }, version, latest) {
  if (version === "latest") return latest[commodity] ?? versions[0];
  if (versions.includes(version)) return version;
  const known = [...versions, "latest"].map((known2) => `${name}.${known2}`).join(", ");
  throw new Failure("notFound", `${name} has no version ${shown(version)}; known are ${known}`);
}
function versionBit(version) {
  return 1 << Number(version.slice(1)) - 1;
}

// src/page.ts
var recordSeparator = ",\n";
var emptySource = { slice: () => ({ json: "", count: 0, next: null }) };

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
async function pageText(page) {
  let text = "";
  for await (const part of slices(page, nextSlice(page, page.position, page.size))) text += part;
  return text;
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
function nextSlice({ source, query, size }, position, left) {
  return source.slice(query, position, size <= wholePage ? left : Math.min(left, sliceRecords));
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
function marketParameters(operation) {
  return {
    path: Type.Object({ ...versionInPath(operation.path), ...operation.subject?.parameters.properties }),
    query: Type.Object({ ...operation.query.properties, ...selectors })
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
  constructor(sandbox, family, operation) {
    this.#sandbox = sandbox;
    this.#family = family;
    this.#operation = operation;
    this.#find = operation.subject?.prepare(sandbox.store);
    this.#source = operation.page.prepare(sandbox.store, operation.row, sandbox.wireName);
    this.#read = compileParameters(operation.query, "standard");
    this.#write = parameterWriter(operation.query);
  }
  handle(request, reply) {
    const { params, query } = request;
    return sendPage(reply, this.page({ path: params, query, key: request.key, url: () => clientUrl(request) }));
  }
  page(question) {
    const call = this.#call(question);
    checkInstrument(call.key, call.path);
    const stage = this.#stage(call);
    const ranges = this.#sandbox.keys.ranges(call.key);
    const access = `,"access":${JSON.stringify(ranges)}}`;
    return {
      ...this.#found(call, stage, Object.values(ranges)),
      position: stage.position,
      size: stage.parameters.page_size ?? Number.POSITIVE_INFINITY,
      head: this.#head(call, stage),
      tail: (next) => `],"result":"success"${next ? this.#nextPage(call, stage, next) : ""}${access}`
    };
  }
  #call(question) {
    const { data_version: inPath = "latest", ...path } = question.path;
    const { key } = question;
    const boundTo = [this.#operation.id, ...Object.values(path), key.key].join("\n");
    return { question, key, now: this.#sandbox.clock.now(), inPath, path, boundTo };
  }
  #stage(call) {
    const { continuation_token, commodity, data_version, ...parameters } = call.question.query;
    if (continuation_token !== void 0) return this.#resume(call, continuation_token);
    const selected = { commodity, data_version };
    const version = resolveVersion(this.#family.dataset, call.inPath, selected, this.#sandbox.latest);
    if (parameters.page_size !== void 0) checkCarried(this.#write(parameters));
    const opened = movingStart(call.key, Object.values(this.#sandbox.keys.ranges(call.key)));
    return { version, until: this.#sandbox.horizon(), ...opened, parameters, position: null };
  }
  #resume(call, token) {
    resolveVersion(this.#family.dataset, call.inPath, {}, this.#sandbox.latest);
    const walk = this.#sandbox.tokens.open(token, call.boundTo);
    if (call.inPath !== "latest" && call.inPath !== walk.version)
      throw new Failure("badToken", `continuation_token belongs to ${walk.version}, but the path says ${call.inPath}`);
    return { ...walk, parameters: this.#read(walk.parameters) };
  }
  /** Rows to send; where codes are unknown and validation is lenient, none. */
  #found(call, stage, ranges) {
    const asked = askedBounds(this.#operation.query, stage.parameters);
    const bounds = timeBounds(stage, asked, ranges, this.#sandbox.start - this.#operation.reachesBack);
    const parameters = inMilliseconds(stage.parameters);
    const query = { ...bounds, parameters, sort: parameters.sort };
    try {
      const { entity, bindings } = this.#find?.(call.path, parameters) ?? { entity: void 0, bindings: {} };
      const version = versionBit(stage.version);
      return { source: this.#source, query: { ...query, entity, bindings: { ...bindings, version } } };
    } catch (error) {
      const unknown = error instanceof Failure && error.kind === "unknownCode";
      if (!unknown || this.#sandbox.validation !== "lenient") throw error;
      return { source: emptySource, query: { ...query, entity: void 0, bindings: {} } };
    }
  }
  #head({ path, now }, { version, parameters }) {
    const { echo, dataset } = this.#family;
    const { query: schema, echo: operation } = this.#operation;
    const written = this.#write(parameters);
    const echoed = { path, schema, parameters, written, operation, commodity: dataset.commodity, version, now };
    const query = JSON.stringify(echoOf(echo, echoed, this.#sandbox.wireName));
    const { text, stamp, unit } = envelopeTimes[echo];
    return `{"query":${query},"${text}":"${formatTime(now)}","${stamp}":${Math.floor(now / unit)},"data":[`;
  }
  #nextPage(call, { parameters, ...stage }, position) {
    const carried = withoutDefaults(this.#operation.query, this.#write(parameters));
    const token = this.#sandbox.tokens.seal({ ...stage, parameters: carried, position }, call.boundTo);
    const url = JSON.stringify(`${call.question.url()}?continuation_token=${token}`);
    return `,"continuation_token":"${token}","next_url":${url}`;
  }
};
function timeBounds({ until, opened: pinned }, asked, ranges, start) {
  const opened = pinned ?? openedFrom(ranges);
  const closed = ranges.map((range) => range.end_timestamp ?? until);
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
function openedFrom(ranges) {
  return Math.max(...ranges.map((range) => range.start_timestamp ?? Number.NEGATIVE_INFINITY));
}
function movingStart(key, ranges) {
  const moves = [key.access_range, key.data_range].some((range) => range?.last_days !== void 0);
  return moves ? { opened: openedFrom(ranges) } : {};
}

// src/reference.ts
function referenceParameters(operation) {
  const paged = "limit" in operation.query.properties;
  return paged ? Type.Object({ ...operation.query.properties, continuation_token: Type.Optional(ContinuationToken) }) : operation.query;
}
var ReferenceOperation = class {
  #sandbox;
  #operation;
  #source;
  #read;
  #write;
  constructor(sandbox, operation) {
    this.#sandbox = sandbox;
    this.#operation = operation;
    this.#source = operation.page.prepare(sandbox.store, operation.row, sandbox.wireName);
    this.#read = compileParameters(operation.query, "standard");
    this.#write = parameterWriter(operation.query);
  }
  handle(request, reply) {
    return sendPage(reply, this.page({ query: request.query, url: () => clientUrl(request) }));
  }
  page({ query, url }) {
    const { parameters, position } = this.#stage(query);
    const size = parameters.limit ?? Number.POSITIVE_INFINITY;
    const sort = parameters.order === "-1" ? "desc" : "asc";
    const unbounded = { from: 0, until: 0, earliest: 0, start: 0, opened: 0, horizon: 0, now: 0, entity: void 0 };
    return {
      source: this.#source,
      query: { ...unbounded, bindings: switches(parameters), parameters: inMilliseconds(parameters), sort },
      position,
      size,
      head: '{"result":"success","data":[',
      tail: (next, count) => `]${this.#operation.counted ? `,"count":${count}` : ""}${next ? this.#nextPage(url(), parameters, next) : ""}}`
    };
  }
  #stage({ continuation_token, ...parameters }) {
    if (continuation_token === void 0) {
      if (parameters.limit) checkCarried(this.#write(parameters));
      return { parameters, position: null };
    }
    const walk = this.#sandbox.tokens.open(continuation_token, this.#operation.id);
    return { parameters: this.#read(walk.parameters), position: walk.position };
  }
  #nextPage(url, parameters, position) {
    const walk = {
      version: "",
      until: 0,
      parameters: withoutDefaults(this.#operation.query, this.#write(parameters)),
      position
    };
    const token = this.#sandbox.tokens.seal(walk, this.#operation.id);
    return `,"continuation_token":"${token}","next_url":${JSON.stringify(`${url}?continuation_token=${token}`)}`;
  }
};
function switches(parameters) {
  return { with_list_pools: Number(parameters.with_list_pools ?? 0) };
}

// src/host.ts
var places = {
  eu: { service: "market", region: "eu" },
  us: { service: "market", region: "us" },
  reference: { service: "reference", region: "eu" }
};
var anywhere = { service: "both", region: "eu" };
function placeOf(hostname, basePath, names) {
  if (basePath) return places[basePath.slice(1)];
  const name = hostname.toLowerCase();
  const label = names[name] ?? name.slice(0, Math.max(0, name.indexOf(".")));
  return Object.hasOwn(places, label) ? places[label] : anywhere;
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
function namesOf(names, service) {
  return Object.keys(names).filter((name) => places[names[name]].service === service);
}
function listed(names, last = "and") {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

export {
  nameInPaths,
  envelopeTimes,
  recordSeparator,
  clientOrigin,
  clientUrl,
  pageText,
  marketParameters,
  MarketOperation,
  referenceParameters,
  ReferenceOperation,
  placeOf,
  splitTarget,
  isHost,
  ownHost,
  splitBasePath,
  checkService
};
