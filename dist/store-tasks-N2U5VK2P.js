import {
  Extension,
  createWorld,
  schemaUrl,
  writeCatalogue,
  writeTrades
} from "./chunk-TXOI5MM7.js";
import "./chunk-SEQW6DPZ.js";
import "./chunk-6KS4K5AC.js";
import "./chunk-NKN7XCB5.js";
import {
  planProvision
} from "./chunk-6DWRJRA7.js";
import {
  Store
} from "./chunk-CHNZROBR.js";
import {
  StoreFailure
} from "./chunk-5YC2MZBJ.js";
import "./chunk-MLKGABMK.js";

// src/seeding.ts
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync
} from "node:fs";
import { basename, dirname, join } from "node:path";
function buildStore(wanted, provision, progress) {
  makeFolder(dirname(wanted.path));
  removeAbandoned(wanted.path);
  const building = `${wanted.path}${buildingMark}${process.pid}`;
  const store = Store.create(building, readFileSync(schemaUrl, "utf8"));
  try {
    store.transaction(() => fill(store, wanted, provision, progress));
    store.close();
    if (isThere(wanted)) rmSync(building);
    else putInPlace(building, wanted.path);
  } catch (error) {
    store.close();
    for (const left of [building, `${building}-journal`]) rmSync(left, { force: true });
    throw error;
  }
}
function fill(store, { seed, profile }, { start, end }, progress) {
  const range = { from: start, to: end };
  const world = createWorld({ seed, profile });
  writeCatalogue(store, world, range);
  writeTrades(store, world, range, progress);
  store.saveFingerprints();
  for (const [name, value] of Object.entries({ seed, profile, source: "seed", start, end }))
    store.run("INSERT INTO store (name, value) VALUES (?, ?)", name, String(value));
}
function isThere(wanted) {
  const { task } = planProvision(wanted, Date.now());
  return task === "none" || task === "extend" && wanted.now === "live";
}
var buildingMark = ".building-";
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    throw new StoreFailure(`the store's folder ${folder} cannot be made: ${error.message}`);
  }
}
function removeAbandoned(path) {
  const prefix = basename(path) + buildingMark;
  for (const name of readdirSync(dirname(path)).filter((name2) => name2.startsWith(prefix)))
    if (!isRunning(Number.parseInt(name.slice(prefix.length), 10))) rmSync(join(dirname(path), name), { force: true });
}
function isRunning(pid) {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
function putInPlace(building, path) {
  const file = openSync(building, "r+");
  fsyncSync(file);
  closeSync(file);
  for (const leftover of ["-wal", "-shm", "-journal"]) rmSync(path + leftover, { force: true });
  renameSync(building, path);
}

// src/store-tasks.ts
var parent = process.ppid;
process.on("SIGHUP", () => {
});
process.once("message", ({ wanted, provision }) => {
  try {
    const prepare = provision.task === "build" ? buildStore : extendStore;
    prepare(wanted, provision, reportProgress);
    say({ done: true });
  } catch (error) {
    say({ failure: error.message });
  }
  if (process.connected) process.disconnect();
});
function extendStore(wanted, { end }, progress) {
  const extension = new Extension(wanted);
  extension.reach(end, progress);
  extension.close();
}
function reportProgress(fraction) {
  if (process.ppid !== parent) throw new Error("the server that wanted the store is gone");
  say({ progress: fraction });
}
function say(message) {
  process.send?.(message, () => {
  });
}
