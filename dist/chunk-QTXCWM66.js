import {
  version
} from "./chunk-SMO6SFH7.js";
import {
  identityOf
} from "./chunk-6DWRJRA7.js";
import {
  digest,
  formatTime
} from "./chunk-CHNZROBR.js";

// src/about.ts
function describeServer({ store, clock, latest }) {
  const { rows, digest: digest2, ...world } = describeStore(store);
  const moment = { clock: clock.frozen ? "frozen" : "live", time: formatTime(clock.now()) };
  return { result: "success", name: "market-data-sandbox", version, ...world, ...moment, latest, rows, digest: digest2 };
}
function describeStore(store) {
  const { start, end, ...origin } = identityOf(store);
  const fingerprints = store.all('SELECT "table", rows, high, low FROM fingerprint');
  return {
    ...origin,
    start: formatTime(start),
    end: formatTime(end),
    rows: Object.fromEntries(fingerprints.map(([table, rows]) => [table, rows])),
    // Rows that others added were not counted: their digest would say nothing of them.
    digest: origin.source === "seed" ? digest(fingerprints.map(asFingerprint)) : null
  };
}
function asFingerprint([table, rows, high, low]) {
  return { table, rows, high, low };
}

export {
  describeServer,
  describeStore
};
