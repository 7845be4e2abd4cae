import {
  keepFewInCache
} from "./chunk-E6UPLKSC.js";
import {
  profiles
} from "./chunk-6KS4K5AC.js";
import {
  planProvision
} from "./chunk-VEFTXEJH.js";
import {
  StoreFailure
} from "./chunk-5YC2MZBJ.js";
import {
  parseTime
} from "./chunk-BBDNGR24.js";

// src/feed.ts
import { fork } from "node:child_process";
import { Worker } from "node:worker_threads";
function prepareStore(task, progress) {
  const child = fork(new URL("./store-process.js", import.meta.url), {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  });
  const abandon = () => child.kill("SIGKILL");
  process.once("exit", abandon);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new StoreFailure(`building the store stopped with ${code ?? "a signal"}`)));
    child.on("message", (message) => {
      if ("progress" in message) progress(message.progress);
      else if ("failure" in message) reject(new StoreFailure(message.failure));
      else resolve();
    });
    child.send(task);
  }).finally(() => process.off("exit", abandon));
}
var Feed = class {
  #worker;
  constructor(wanted, stopped) {
    this.#worker = new Worker(new URL("./feed-worker.js", import.meta.url), {
      workerData: wanted,
      // Appending a second's trades needs little: without a limit the heap would grow to tens of megabytes first.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }
    });
    this.#worker.on("error", stopped);
  }
  /** Lets the append that is under way finish. */
  async stop() {
    if (this.#worker.threadId === -1) return;
    const ended = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#worker.postMessage("stop");
    await ended;
  }
};

// src/provide-store.ts
var shortGap = 6e4;
async function provideStore(settings, logger, progress) {
  const wanted = wantedWorld(settings);
  const provision = plan(wanted, logger);
  const live = wanted.now === "live";
  if (provision.task === "build" || !live || provision.gap > shortGap)
    await carryOut(wanted, provision, logger, progress);
  if (settings.cached) keepFewInCache(settings.data);
  const feeding = live && provision.source === "seed";
  return feeding ? new Feed(wanted, (cause) => logger.error(cause, "the store grows no further")) : void 0;
}
async function seedStore(settings, logger, progress) {
  const wanted = wantedWorld(settings);
  const provision = plan(wanted, logger);
  await carryOut(wanted, provision, logger, progress);
  if (settings.cached) keepFewInCache(settings.data);
  return provision;
}
function plan(wanted, logger) {
  const provision = planProvision(wanted, Date.now());
  if (provision.reason) logger.warn(`the store ${wanted.path} is built anew: ${provision.reason}`);
  return provision;
}
async function carryOut(wanted, provision, logger, progress) {
  if (provision.task === "none") return;
  const label = `${provision.task === "build" ? "seeding" : "catching up"} ${wanted.profile}`;
  if (provision.task === "build") logger.info(`${label} into ${wanted.path}, once`);
  progress(label, 0);
  await prepareStore({ wanted, provision }, (fraction) => progress(label, fraction));
}
function wantedWorld({ data: path, seed, profile, now }) {
  const at = now === "live" || now === "seeded" ? now : Math.floor(parseTime(now));
  return { path, seed, profile, days: profiles[profile].days, now: at };
}

export {
  provideStore,
  seedStore
};
