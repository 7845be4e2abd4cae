import {
  Settings,
  SettingsFailure,
  flagOf,
  settingNames,
  variableOf
} from "./chunk-ZU7HPNMD.js";
import {
  schemaVersion
} from "./chunk-C7GQFHZI.js";
import {
  KeyFile,
  compileParameters,
  shown,
  wrongEntry
} from "./chunk-4PPOFCN3.js";
import {
  suggestion
} from "./chunk-QAYDVY34.js";
import {
  parseTime
} from "./chunk-BBDNGR24.js";

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
  readFlags,
  keepFewInCache,
  readSettings,
  settingsOf,
  settingsOfOptions
};
