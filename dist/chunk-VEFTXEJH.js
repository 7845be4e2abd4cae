import {
  Store
} from "./chunk-C7GQFHZI.js";
import {
  OutdatedStore,
  StoreFailure
} from "./chunk-5YC2MZBJ.js";
import {
  day,
  formatTime
} from "./chunk-BBDNGR24.js";

// src/provision.ts
import { existsSync } from "node:fs";
function identityOf(store) {
  const { seed = "", profile = "", source = "", start, end } = namedValues(store);
  const identity = { seed, profile, source, start: Number(start), end: Number(end) };
  if (Number.isSafeInteger(identity.start) && Number.isSafeInteger(identity.end)) return identity;
  throw new StoreFailure(`${store.path} does not say its start and end, in milliseconds, in the table "store"`);
}
function namedValues(store) {
  try {
    return Object.fromEntries(store.all("SELECT name, value FROM store"));
  } catch (error) {
    throw new StoreFailure(`${store.path} cannot be read: ${error.message}`);
  }
}
function planProvision(wanted, realNow) {
  const end = typeof wanted.now === "number" ? wanted.now : realNow;
  const fresh = {
    task: "build",
    start: startOf(end, wanted.days),
    end,
    gap: wanted.days * day,
    source: "seed"
  };
  if (!existsSync(wanted.path)) return fresh;
  if (existsSync(`${wanted.path}-journal`)) Store.open(wanted.path, { readonly: false }).close();
  try {
    const store = Store.open(wanted.path, { readonly: true });
    const identity = identityOf(store);
    store.close();
    return compare(wanted, identity, fresh);
  } catch (error) {
    if (error instanceof OutdatedStore) return { ...fresh, reason: error.message };
    throw error;
  }
}
function compare(wanted, identity, fresh) {
  const { start, end, source } = identity;
  const asItIs = { task: "none", start, end, gap: 0, source };
  if (source !== "seed") return asItIs;
  const reason = mismatch(wanted, identity, fresh);
  if (reason) return { ...fresh, reason };
  if (wanted.now === "seeded" || end === fresh.end) return asItIs;
  return { task: "extend", start, end: fresh.end, gap: fresh.end - end, source };
}
function mismatch(wanted, { seed, profile, start, end }, fresh) {
  if (seed !== wanted.seed)
    return `it was made from the seed ${JSON.stringify(seed)}, not ${JSON.stringify(wanted.seed)}`;
  if (profile !== wanted.profile) return `it has the profile ${profile}, not ${wanted.profile}`;
  if (wanted.now === "seeded") return void 0;
  if (end > fresh.end) return `it reaches ${formatTime(end)}, which is after ${formatTime(fresh.end)}`;
  if (wanted.now !== "live" && start !== fresh.start)
    return `it begins at ${formatTime(start)}, not ${formatTime(fresh.start)}`;
  if (fresh.end - end > wanted.days * day) return `it ends at ${formatTime(end)}, longer ago than it is long`;
  return void 0;
}
function startOf(end, days) {
  return Math.floor(end / day) * day - days * day;
}

export {
  identityOf,
  planProvision
};
