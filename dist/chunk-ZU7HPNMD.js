import {
  Type
} from "./chunk-QAYDVY34.js";

// src/settings.ts
var SettingsFailure = class extends Error {
};
var logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
var Text = (description, options = {}) => Type.String({ description, ...options });
var OneOf = (values, description, initial) => Type.Union(
  values.map((value) => Type.Literal(value)),
  { description, default: initial }
);
var WireWord = (description) => Text(description, {
  default: "vendor",
  pattern: "^[a-z][a-z0-9]*$",
  rule: "a lower-case letter, followed by lower-case letters and digits"
});
var Settings = Type.Object({
  port: Type.Integer({
    description: "port to listen on; 0 is any free one, and is printed",
    minimum: 0,
    maximum: 65535,
    default: 4780
  }),
  host: Text("address to listen on", { default: "127.0.0.1", minLength: 1, rule: "an address or a host name" }),
  seed: Text("what the world is made from: the same seed is the same market", {
    default: "market",
    minLength: 1,
    rule: "a text"
  }),
  profile: OneOf(
    ["tiny", "standard", "large"],
    "how much of it: 3 days of some 30 instruments, 120 days of all, or 180 days at six times the pace",
    "standard"
  ),
  now: Text("the clock: `live`, a time to freeze it at (`2026-01-31T00:00:00Z`), or `seeded`, the end of the store", {
    default: "live"
  }),
  data: Text("path of the store; by default one in `data/` of a clone, else in the user\u2019s cache folder", {
    default: ""
  }),
  keys: Text("path of a JSON file of API keys; by default the built-in ones", { default: "" }),
  validation: OneOf(
    ["standard", "strict", "lenient"],
    "`strict` refuses unknown parameters too; `lenient` clamps page sizes and answers unknown codes with no data, as production does",
    "standard"
  ),
  latestTrades: OneOf(
    ["v1", "v2"],
    "the version of `trades` that `latest` means; re-read from the settings file on SIGHUP",
    "v1"
  ),
  hosts: Text("further host names, as `name=eu,name=us,name=reference`", { default: "" }),
  vendorName: WireWord("what `vendor` is called in field and parameter names"),
  fxProvider: WireWord("what `vendor` is called in the path of the FX rates"),
  tokenSecret: Text("what continuation tokens are sealed with; by default made from the seed", { default: "" }),
  redisUrl: Text("Redis that keeps the limits of several replicas; by default each counts for itself", { default: "" }),
  trustProxy: Type.Boolean({ description: "believe X-Forwarded-Host, -Proto and -For", default: false }),
  logLevel: OneOf(logLevels, "what is logged", "info")
});
var settingNames = Object.keys(Settings.properties);
function variableOf(name) {
  return `SANDBOX_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}
function flagOf(name) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export {
  SettingsFailure,
  Settings,
  settingNames,
  variableOf,
  flagOf
};
