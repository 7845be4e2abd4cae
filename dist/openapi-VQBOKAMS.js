import {
  MarketOperation,
  ReferenceOperation,
  envelopeTimes,
  marketParameters,
  pageText,
  placeOf,
  referenceParameters
} from "./chunk-Z7ABYL6I.js";
import {
  STATUS_CODES
} from "./chunk-ZFSWUA7A.js";
import {
  builtInKeys,
  compileParameters,
  defaultLimit,
  meanings
} from "./chunk-4PPOFCN3.js";
import {
  version
} from "./chunk-SMO6SFH7.js";
import {
  Kind,
  OptionalKind
} from "./chunk-QAYDVY34.js";
import "./chunk-BBDNGR24.js";
import "./chunk-MLKGABMK.js";

// src/openapi.ts
import { setImmediate } from "node:timers/promises";

// src/openapi-schema.ts
var keywords = [
  "description",
  "default",
  "examples",
  "format",
  "pattern",
  "minLength",
  "minimum",
  "maximum",
  "exclusiveMaximum",
  "minItems",
  "maxItems"
];
function jsonSchema(schema, wireName = (name) => name) {
  const describe = describers[schema[Kind]];
  if (!describe) throw new Error(`no way to document a schema of kind ${schema[Kind]}`);
  return { ...describe(schema, wireName), ...said(schema) };
}
function objectSchema(properties, sometimes = []) {
  const required = Object.keys(properties).filter((name) => !sometimes.includes(name));
  return { type: "object", required, properties };
}
function said(schema) {
  return Object.fromEntries(
    keywords.filter((keyword) => schema[keyword] !== void 0).map((keyword) => [keyword, schema[keyword]])
  );
}
var describers = {
  String: () => ({ type: "string" }),
  Boolean: () => ({ type: "boolean" }),
  Null: () => ({ type: "null" }),
  Number: () => ({ type: "number", format: "double" }),
  Integer: ({ maximum = Number.POSITIVE_INFINITY }) => ({
    type: "integer",
    format: maximum < 2 ** 31 ? "int32" : "int64"
  }),
  Literal: ({ const: value }) => ({ type: typeof value, enum: [value] }),
  Array: ({ items }) => ({ type: "array", items: jsonSchema(items) }),
  Record: ({ patternProperties }) => ({
    type: "object",
    additionalProperties: jsonSchema(Object.values(patternProperties)[0])
  }),
  Object: ({ properties }, wireName) => {
    const fields = Object.entries(properties);
    return objectSchema(
      Object.fromEntries(fields.map(([name, field]) => [wireName(name), jsonSchema(field)])),
      fields.flatMap(([name, field]) => OptionalKind in field ? [wireName(name)] : [])
    );
  },
  Union: ({ anyOf }, wireName) => unionOf(anyOf.map((member) => choice(member, wireName)))
};
function choice(schema, wireName) {
  return jsonSchema(typeof schema.const === "string" ? { ...schema, const: wireName(schema.const) } : schema);
}
function unionOf(members) {
  const others = members.filter(({ type }) => type !== "null");
  const own = others.length === 1 ? others[0] : enumOf(others);
  if (others.length === members.length) return own;
  return own.anyOf ? { anyOf: [...own.anyOf, { type: "null" }] } : nullable(own);
}
function enumOf(members) {
  const types = [...new Set(members.map(({ type }) => type))];
  if (types.length > 1 || !members.every((member) => member.enum)) return { anyOf: members };
  return { type: types[0], enum: members.flatMap((member) => member.enum) };
}
function nullable(schema) {
  const { type, enum: choices, ...rest } = schema;
  return { type: [type, "null"], ...choices ? { enum: [...choices, null] } : {}, ...rest };
}

// src/openapi-echo.ts
function queryEcho({ echo, dataset }, operation, wireName) {
  const { query, subject } = operation;
  const asText = echo === "text" || echo === "dates";
  const blocksAsZero = echo === "typed_seconds";
  const parameters = Object.entries(query.properties).filter(([, { aliasOf }]) => !aliasOf);
  const always = (name) => isAlwaysKnown(query, name) || asText || blocksAsZero && name.endsWith("_block");
  const properties = {
    ...strings(Object.keys(subject?.parameters.properties ?? {})),
    ...fromEntries(parameters, ([name, schema]) => [wireName(name), asText ? textOf(name) : typedOf(schema, wireName)]),
    request_time: { type: "string", format: "date-time" },
    ...stamps(query, asText),
    commodity: constant(dataset.commodity),
    data_version: { type: "string", enum: dataset.versions, description: "the version that was used" },
    ...fromEntries(Object.entries(operation.echo), ([name, value]) => [name, constant(value)])
  };
  const unknown = parameters.flatMap(([name]) => [
    ...always(name) ? [] : [wireName(name)],
    ...isAlwaysKnown(query, name) ? [] : [stampOf(name)]
  ]);
  return objectSchema(properties, unknown);
}
function isAlwaysKnown({ properties, required = [] }, name) {
  return required.includes(name) || properties[name].default !== void 0;
}
function stamps({ properties }, asText) {
  const type = asText ? { type: "string" } : { type: "integer", format: "int64" };
  const times = ["start_time", "end_time"].filter((name) => name in properties);
  return fromEntries(times, (name) => [stampOf(name), { ...type, description: "milliseconds since 1970 UTC" }]);
}
function stampOf(name) {
  return name.replace(/_time$/, "_timestamp");
}
function textOf(name) {
  if (name === "sort") return { type: "string", enum: ["ascending", "descending"] };
  return { type: "string", description: "* where it was not given" };
}
function typedOf(schema, wireName) {
  const { type, format, enum: choices } = jsonSchema(schema, wireName);
  if (typeof type !== "string" || type === "array") return { type: "string" };
  return { type, ...format ? { format } : {}, ...choices ? { enum: choices } : {} };
}
function constant(value) {
  return { type: "string", enum: [value] };
}
function strings(names) {
  return fromEntries(names, (name) => [name, { type: "string" }]);
}
function fromEntries(items, toEntry) {
  return Object.fromEntries(items.map(toEntry));
}

// src/openapi-answer.ts
function schemaName({ id }, part) {
  return id.replace(/^[a-z]+/, "") + part;
}
function schemaRef(name) {
  return { $ref: `#/components/schemas/${name}` };
}
function isPaged({ query }) {
  return "page_size" in query.properties;
}
var bound = {
  type: ["integer", "null"],
  format: "int64",
  description: "milliseconds since 1970 UTC; null where it is open"
};
var sharedSchemas = {
  Access: objectSchema({
    access_range: { ...schemaRef("TimeRange"), description: "the times that the client may reach" },
    data_range: { ...schemaRef("TimeRange"), description: "the times that the client may read" }
  }),
  TimeRange: objectSchema({ start_timestamp: bound, end_timestamp: bound }),
  Error: objectSchema({
    result: { type: "string", enum: ["error"] },
    message: { type: "string", description: "what is wrong, and what would be right" }
  })
};
function answerSchemas(family, operation, wireName) {
  const [page, query, record] = ["Page", "Query", "Record"].map((part) => schemaName(operation, part));
  const data = { type: "array", items: schemaRef(record) };
  const own = { [record]: jsonSchema(operation.row, wireName) };
  if (family.host === "reference") return { [page]: referencePage(operation, data), ...own };
  const envelope = marketPage(family, operation, { query: schemaRef(query), data });
  return { [page]: envelope, [query]: queryEcho(family, operation, wireName), ...own };
}
var success = { type: "string", enum: ["success"] };
var nextPage = {
  continuation_token: { type: "string", description: "the position of the next page; absent on the last one" },
  next_url: { type: "string", format: "uri", description: "the URL of the next page; absent on the last one" }
};
function marketPage(family, operation, own) {
  const { text, stamp, unit } = envelopeTimes[family.echo];
  const description2 = `${unit === 1 ? "milliseconds" : "seconds"} since 1970 UTC`;
  return pageSchema(operation, {
    query: own.query,
    [text]: { type: "string", format: "date-time", description: "current time at the service" },
    [stamp]: { type: "integer", format: "int64", description: description2 },
    data: own.data,
    result: success,
    ...nextPage,
    access: schemaRef("Access")
  });
}
function referencePage(operation, data) {
  const count = { type: "integer", format: "int32", description: "number of records in this answer" };
  return pageSchema(operation, { result: success, data, ...operation.counted ? { count } : {}, ...nextPage });
}
function pageSchema(operation, properties) {
  const sometimes = Object.keys(nextPage);
  const known = Object.entries(properties).filter(([name]) => isPaged(operation) || !sometimes.includes(name));
  return objectSchema(Object.fromEntries(known), sometimes);
}

// src/openapi-parameters.ts
function parametersOf(family, operation, wireName) {
  return declaredOf(family, operation).filter(({ name }) => isPaged(operation) || name !== "continuation_token").map((declared) => parameterOf(declared, operation.example[declared.name], wireName)).map((parameter) => withVersions(parameter, family));
}
function declaredOf(family, operation) {
  if (family.host === "reference") return listed("query", referenceParameters(operation));
  const { path, query } = marketParameters(operation);
  return [...listed("path", path), ...listed("query", query)];
}
function listed(place, schema) {
  return Object.entries(schema.properties).map(([name, own]) => ({
    name,
    in: place,
    schema: own,
    required: own.default === void 0 && (schema.required?.includes(name) ?? false)
  }));
}
function parameterOf(declared, example, wireName) {
  const { description: description2, ...schema } = jsonSchema(declared.schema, wireName);
  return {
    name: wireName(declared.name),
    in: declared.in,
    ...declared.required ? { required: true } : {},
    ...description2 ? { description: String(description2) } : {},
    ...example === void 0 ? {} : { example: exampleValue(declared.schema, example) },
    schema
  };
}
function withVersions(parameter, family) {
  if (family.host === "reference" || parameter.in === "query" || parameter.name !== "data_version") return parameter;
  const { commodity, versions } = family.dataset;
  const description2 = `version of the dataset ${commodity}; latest is the newest one`;
  return { ...parameter, description: description2, schema: { type: "string", enum: [...versions, "latest"] } };
}
function exampleValue(schema, text) {
  const kind = schema[Kind];
  if (kind === "Array") return text.split(",").map((item) => exampleValue(schema.items, item));
  if (kind === "Integer" || kind === "Number") return Number(text);
  return kind === "Boolean" ? text === "true" : text;
}
function sharedName({ name, in: place }) {
  return place === "path" ? `${name}_in_path` : name;
}
function sharedParameters(all) {
  const shared = {};
  for (const forms of Object.values(Object.groupBy(all, sharedName))) {
    const byForm = Object.values(Object.groupBy(forms, (form) => JSON.stringify(form)));
    const [most] = byForm.sort((a, b) => b.length - a.length);
    if (most.length > 1) shared[sharedName(most[0])] = most[0];
  }
  return shared;
}
function referenceTo(parameter, shared) {
  const name = sharedName(parameter);
  const same = name in shared && JSON.stringify(shared[name]) === JSON.stringify(parameter);
  return same ? { $ref: `#/components/parameters/${name}` } : parameter;
}

// src/openapi-example.ts
var shownRecords = 2;
async function exampleAnswer(sandbox, family, operation, url) {
  const question = questionOf(operation, url);
  const answer = JSON.parse(await pageText(pageOf(sandbox, family, operation, question)));
  if (answer.data.length <= shownRecords) return answer;
  const data = answer.data.slice(0, shownRecords);
  return { ...answer, data, ...operation.counted ? { count: data.length } : {} };
}
function pageOf(sandbox, family, operation, question) {
  if (family.host === "reference") return new ReferenceOperation(sandbox, operation).page(question);
  return new MarketOperation(sandbox, family, operation).page(question);
}
function questionOf(operation, template) {
  const query = { ...operation.example };
  if (isPaged(operation)) query.page_size = String(shownRecords);
  const path = {};
  const url = template.replace(/:([a-z_]+)/g, (_, name) => {
    path[name] = query[name];
    delete query[name];
    return encodeURIComponent(path[name]);
  });
  return { path, query: compileParameters(operation.query, "standard")(query), key: builtInKeys[0], url: () => url };
}

// src/openapi-responses.ts
var failures = [400, 404, 406, 414, 431, 500, 503];
var failuresOfKeys = [401, 403, 429];
function responsesOf(family, operation, example) {
  const statuses = family.host === "market" ? [...failures, ...failuresOfKeys] : failures;
  const refused = statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]);
  const schema = schemaRef(schemaName(operation, "Page"));
  const answer = {
    description: isPaged(operation) ? "A page of records." : "The records.",
    headers: headersOf(family.host === "market" ? Object.keys(limitHeaders) : []),
    content: { "application/json": { schema, example } }
  };
  return { 200: answer, ...Object.fromEntries(refused) };
}
function sharedResponses() {
  const content = { "application/json": { schema: schemaRef("Error") } };
  const toResponse = (status) => [
    nameOf(status),
    {
      description: `${meanings[status]}.`,
      headers: headersOf(status === 429 ? [...Object.keys(limitHeaders), "retry-after"] : []),
      content
    }
  ];
  return Object.fromEntries([...failures, ...failuresOfKeys].map(toResponse));
}
var number = (description2) => ({ description: description2, schema: { type: "integer", format: "int32" } });
var limitHeaders = {
  "x-ratelimit-limit": number("requests that the API key may make in a minute"),
  "x-ratelimit-remaining": number("requests that are left of them"),
  "x-ratelimit-reset": number("seconds until all are there again")
};
var sharedHeaders = {
  "x-request-id": { description: "id of the request: the client\u2019s own, or a new one", schema: { type: "string" } },
  ...limitHeaders,
  "retry-after": number("seconds to wait")
};
function headersOf(names) {
  const all = ["x-request-id", ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
function nameOf(status) {
  return STATUS_CODES[status].replaceAll(" ", "");
}

// src/openapi-paths.ts
var anyBase = {
  market: "http://market.invalid",
  reference: "http://reference.invalid"
};
async function pathItemsOf(sandbox, family, operation, shared) {
  const parameters = parametersOf(family, operation, sandbox.wireName).map((one) => referenceTo(one, shared));
  const items = [];
  for (const template of [operation.path, ...operation.also]) {
    const path = sandbox.wirePath(template);
    const example = await exampleAnswer(sandbox, family, operation, anyBase[family.host] + path);
    const get = {
      operationId: idUnder(template, operation),
      tags: [family.name],
      summary: operation.summary,
      description: descriptionOf(operation, template),
      ...family.host === "reference" ? { security: [] } : {},
      parameters,
      responses: responsesOf(family, operation, example)
    };
    items.push({ host: family.host, path: inBraces(path), item: { get } });
  }
  return items;
}
function idUnder(template, { id, path }) {
  return template === path ? id : id + template.split("/")[1].toUpperCase();
}
function descriptionOf({ also, path, summary }, template) {
  const others = [path, ...also].filter((other) => other !== template);
  return [`${summary}.`, ...others.map((other) => `Also served under \`${inBraces(other)}\`.`)].join(" ");
}
function inBraces(path) {
  return path.replace(/:([a-z_]+)/g, "{$1}");
}

// src/openapi-servers.ts
function serversOf({ origin, basePath, place }, hosts) {
  const own = place.service === "reference" ? [] : [marketServer(origin + basePath, place.region)];
  const others = ["eu", "us"].filter((region) => own.length === 0 || region !== place.region).map((region) => marketServer(`${origin}/${region}`, region));
  return {
    market: [...own, ...others],
    reference: [{ url: referenceUrl(origin, hosts), description: "reference data" }]
  };
}
function marketServer(url, region) {
  return { url, description: `market data, region ${region}` };
}
function referenceUrl(origin, hosts) {
  const url = new URL(origin);
  if (placeOf(url.hostname, "", hosts).service !== "market") return origin;
  const mapped = Object.keys(hosts).find((name) => hosts[name] === "reference");
  url.hostname = mapped ?? url.hostname.replace(/^(eu|us)\.|^/, "reference.");
  return url.origin;
}

// src/openapi.ts
var OpenApi = class _OpenApi {
  #hosts;
  #frame;
  #items;
  constructor(hosts, frame, items) {
    this.#hosts = hosts;
    this.#frame = frame;
    this.#items = items;
  }
  static async create(sandbox, families) {
    const operations = families.flatMap((family) => family.operations.map((operation) => ({ family, operation })));
    const parameters = sharedParameters(
      operations.flatMap(({ family, operation }) => parametersOf(family, operation, sandbox.wireName))
    );
    const items = [];
    for (const { family, operation } of operations) {
      items.push(...await pathItemsOf(sandbox, family, operation, parameters));
      await setImmediate();
    }
    return new _OpenApi(sandbox.hosts, frameOf(sandbox, families, parameters), items);
  }
  /** The document as JSON, its URLs as the client reaches them. */
  textFor(reached) {
    const servers = serversOf(reached, this.#hosts);
    const withServers = ({ host, path, item }) => [
      path,
      host === "market" ? item : { servers: servers.reference, ...item }
    ];
    const paths = Object.fromEntries(this.#items.map(withServers));
    return JSON.stringify({ ...this.#frame, servers: servers.market, paths }).replaceAll(anyBase.market, servers.market[0].url).replaceAll(anyBase.reference, servers.reference[0].url);
  }
};
function frameOf(sandbox, families, parameters) {
  const schemas = families.flatMap(
    (family) => family.operations.map((operation) => answerSchemas(family, operation, sandbox.wireName))
  );
  return {
    openapi: "3.1.1",
    info: {
      title: "Market data",
      version,
      description,
      contact: { name: "market-data-sandbox" },
      license: { name: "MIT", identifier: "MIT" }
    },
    tags: families.map((family) => ({ name: family.name, description: aboutFamily(family) })),
    security: [{ ApiKey: [] }],
    // Filled in for each client; here for their place among the rest.
    servers: [],
    paths: {},
    components: {
      securitySchemes: { ApiKey: { type: "apiKey", in: "header", name: "X-Api-Key", description: aboutKeys(sandbox) } },
      parameters,
      headers: sharedHeaders,
      responses: sharedResponses(),
      schemas: Object.assign({ ...sharedSchemas }, ...schemas)
    }
  };
}
var description = `Read-only market data of one seeded market, and the reference data that say what its codes mean.

**Paging.** A page that others follow holds \`continuation_token\` and \`next_url\`: ask \`next_url\`, or the same path with
\`continuation_token\` alone. The last page has neither.

**Times** are ISO 8601, UTC where no offset is given. **Intervals** are a number and a unit, such as \`15m\`.
**Lists** may be given by commas or by repeating the parameter.

**Errors** have one shape; \`message\` names what is wrong and what would be right.`;
function aboutFamily(family) {
  if (family.host === "reference")
    return "Exchanges, assets, pools and instruments, by their codes. No API key is needed.";
  const { commodity, versions } = family.dataset;
  return `Dataset \`${commodity}\`, version ${versions.map((one) => `\`${one}\``).join(" or ")}.`;
}
function aboutKeys({ keys }) {
  const [known] = builtInKeys;
  const rule = "Every request for market data needs an API key.";
  return keys.has(known) ? `${rule} \`${known.key}\` opens everything, ${defaultLimit} times a minute.` : rule;
}
export {
  OpenApi
};
