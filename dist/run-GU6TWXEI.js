import {
  version
} from "./chunk-SMO6SFH7.js";
import {
  SettingsFailure,
  suggestion
} from "./chunk-4ZUDNQV7.js";
import {
  StoreFailure
} from "./chunk-5YC2MZBJ.js";
import "./chunk-MLKGABMK.js";

// src/commands.ts
var commands = {
  serve: async () => (await import("./serve-JQXWNH5Z.js")).serve,
  seed: async () => (await import("./seed-command-M4VH2TU6.js")).seed,
  verify: async () => (await import("./verify-command-GCBKEA2Y.js")).verify,
  export: async () => (await import("./export-command-FV4FMYMJ.js")).exportTable,
  health: async () => (await import("./health-command-YTUPV4NP.js")).health
};
var commandNames = Object.keys(commands);
function commandOf(argv) {
  const [first = ""] = argv;
  if (first === "" || first.startsWith("-")) return { command: commands.serve, rest: argv };
  if (Object.hasOwn(commands, first)) return { command: commands[first], rest: argv.slice(1) };
  const hint = suggestion(first, commandNames) || `; known are ${commandNames.join(", ")}`;
  throw new SettingsFailure(`unknown command ${JSON.stringify(first)}${hint}`);
}

// src/help.ts
function helpText() {
  return `market-data-sandbox ${version}: one seeded market behind a market-data REST API

  serve           serve it on http://127.0.0.1:4780 (what is done without a name)
  seed            build or extend the store, and say where it is and its digest
  verify          count and recompute what is in the store; 1 if anything is wrong
  export TABLE    a table of the store to standard output:
                  --format ndjson|csv --from TIME --to TIME (exclusive)
  health          0 if the server is ready, else 1

  --profile tiny|standard|large   how much data (standard)
  --now live|seeded|TIME          the clock: moving, or frozen (live)
  --seed TEXT                     what the market is made from (market)
  --data FILE                     the store (in data/ or the user's cache folder)
  --host ADDRESS --port NUMBER    where to listen (127.0.0.1 4780; 0: any port)
  --keys FILE                     API keys (the built-in ones: sandbox-key, \u2026)
  --config FILE                   a JSON file of settings
  --validation standard|strict|lenient   --log-level info|warn|silent|\u2026
  --latest-trades v1|v2   --hosts NAME=eu,\u2026   --trust-proxy true   --redis-url URL
  --token-secret TEXT   --vendor-name NAME   --fx-provider NAME
  --help --version

Every flag has its variable: --log-level is SANDBOX_LOG_LEVEL. Flags win.`;
}

// src/run.ts
async function run(argv, environment) {
  try {
    await obey(argv, environment);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    process.stderr.write(`market-data-sandbox: ${messageOf(error)}
`);
    process.exit();
  }
}
async function obey(argv, environment) {
  if (argv.includes("--help") || argv.includes("-h") || argv[0] === "help") return say(helpText());
  if (argv.includes("--version")) return say(version);
  const { command, rest } = commandOf(argv);
  const run2 = await command();
  process.exitCode = await run2(rest, environment);
}
function say(text) {
  process.stdout.write(`${text}
`);
}
function exitCodeOf(error) {
  const { code } = error;
  return error instanceof SettingsFailure || socketFault(error) || code === "EACCES" ? 2 : 1;
}
function messageOf(error) {
  const fault = socketFault(error);
  if (fault) return fault;
  if (error instanceof SettingsFailure || error instanceof StoreFailure) return error.message;
  return error.stack ?? String(error);
}
function socketFault(error) {
  const { code = "", syscall = "", message } = error;
  if (syscall !== "listen" && syscall !== "getaddrinfo") return void 0;
  const cause = message.replace(/^listen \w+: /, "");
  if (code === "EADDRINUSE") return `port (SANDBOX_PORT): ${cause}; 0 takes any free port`;
  if (code === "EACCES") return `port (SANDBOX_PORT): ${cause}; ports below 1024 need privileges`;
  return `host (SANDBOX_HOST): ${cause}: not an address of this machine`;
}
export {
  run
};
