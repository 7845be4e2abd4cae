import {
  createLogger,
  families,
  service,
  startServer
} from "./chunk-BOIRT66M.js";
import "./chunk-ZFSWUA7A.js";
import "./chunk-SEQW6DPZ.js";
import {
  progressReporter
} from "./chunk-M6LPVXUL.js";
import "./chunk-YOAQ5ARZ.js";
import "./chunk-6KS4K5AC.js";
import "./chunk-NKN7XCB5.js";
import "./chunk-QTXCWM66.js";
import "./chunk-SMO6SFH7.js";
import "./chunk-6DWRJRA7.js";
import {
  readSettings
} from "./chunk-LTORBZVX.js";
import "./chunk-4ZUDNQV7.js";
import "./chunk-CHNZROBR.js";
import "./chunk-5YC2MZBJ.js";
import "./chunk-MLKGABMK.js";

// src/serve.ts
async function serve(argv, environment) {
  const up = Promise.withResolvers();
  process.on("SIGHUP", () => void up.promise.then((readSettingsAgain) => readSettingsAgain()));
  const settings = readSettings(argv, environment);
  const logger = await createLogger(settings.logLevel, process.stdout.isTTY);
  let server;
  const starting = startServer({ settings, families, service, logger, progress: progressReporter(process.stderr) });
  onSignal(async () => {
    logger.info("stopping: answers under way go out, nothing new is taken");
    if (server) await server.close();
    logger.flush(() => process.exit(0));
  });
  server = await starting;
  logger.info(
    { url: server.url, seed: settings.seed, profile: settings.profile, now: settings.now },
    `ready on ${server.url}`
  );
  const running = server;
  up.resolve(() => readAgain(running, logger, () => readSettings(argv, environment)));
}
function onSignal(stop) {
  process.once("SIGTERM", stop).once("SIGINT", stop);
}
function readAgain(server, logger, read) {
  try {
    const { latestTrades } = read();
    server.setLatest({ trades: latestTrades });
    logger.info(`settings read again: trades.latest is ${latestTrades}`);
  } catch (error) {
    logger.error(`settings not taken over: ${error.message}`);
  }
}
export {
  serve
};
