import {
  families,
  service,
  startServer
} from "./chunk-BOIRT66M.js";
import "./chunk-ZFSWUA7A.js";
import "./chunk-SEQW6DPZ.js";
import "./chunk-YOAQ5ARZ.js";
import "./chunk-6KS4K5AC.js";
import "./chunk-NKN7XCB5.js";
import "./chunk-QTXCWM66.js";
import "./chunk-SMO6SFH7.js";
import "./chunk-6DWRJRA7.js";
import {
  settingsOfOptions
} from "./chunk-LTORBZVX.js";
import "./chunk-4ZUDNQV7.js";
import "./chunk-CHNZROBR.js";
import "./chunk-5YC2MZBJ.js";
import "./chunk-MLKGABMK.js";

// src/in-process.ts
import { pino } from "pino";
async function openSandbox(options, environment) {
  const settings = settingsOfOptions({ ...options }, environment);
  const logger = pino(
    { level: settings.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => void process.stdout.write(line) }
  );
  const { url, app, close } = await startServer({ settings, families, service, logger, progress: () => {
  } });
  let closed;
  const closeOnce = () => {
    closed ??= close();
    return closed;
  };
  return { url, inject: (request) => app.inject(request), close: closeOnce, [Symbol.asyncDispose]: closeOnce };
}
export {
  openSandbox
};
