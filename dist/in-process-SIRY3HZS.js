import {
  families,
  service,
  startServer
} from "./chunk-6EDWZTBO.js";
import "./chunk-SEQW6DPZ.js";
import "./chunk-NKN7XCB5.js";
import "./chunk-Z7ABYL6I.js";
import "./chunk-ZFSWUA7A.js";
import "./chunk-6TQUM5G4.js";
import "./chunk-ZZKHEWHP.js";
import {
  settingsOfOptions
} from "./chunk-E6UPLKSC.js";
import "./chunk-ZU7HPNMD.js";
import "./chunk-6KS4K5AC.js";
import "./chunk-VEFTXEJH.js";
import "./chunk-C7GQFHZI.js";
import "./chunk-5YC2MZBJ.js";
import "./chunk-4PPOFCN3.js";
import "./chunk-SMO6SFH7.js";
import "./chunk-QAYDVY34.js";
import "./chunk-BBDNGR24.js";
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
