import {
  progressReporter
} from "./chunk-M6LPVXUL.js";
import {
  seedStore
} from "./chunk-6TQUM5G4.js";
import {
  describeStore
} from "./chunk-ZZKHEWHP.js";
import {
  readSettings
} from "./chunk-E6UPLKSC.js";
import "./chunk-ZU7HPNMD.js";
import "./chunk-6KS4K5AC.js";
import "./chunk-VEFTXEJH.js";
import {
  Store
} from "./chunk-C7GQFHZI.js";
import "./chunk-5YC2MZBJ.js";
import "./chunk-4PPOFCN3.js";
import "./chunk-SMO6SFH7.js";
import "./chunk-QAYDVY34.js";
import "./chunk-BBDNGR24.js";
import "./chunk-MLKGABMK.js";

// src/seed-command.ts
var told = { build: "built", extend: "extended", none: "as it was" };
async function seed(argv, environment) {
  const settings = readSettings(argv, environment);
  const say = (line) => process.stderr.write(`market-data-sandbox: ${line}
`);
  const { task } = await seedStore(settings, { info: say, warn: say }, progressReporter(process.stderr));
  const store = Store.open(settings.data, { readonly: true });
  process.stdout.write(report(store, told[task]));
  store.close();
  return 0;
}
function report(store, how) {
  const { seed: seed2, profile, source, start, end, rows, digest } = describeStore(store);
  const origin = source === "seed" ? `${profile} of the seed ${JSON.stringify(seed2)}` : source;
  const count = Object.values(rows).reduce((sum, rows2) => sum + rows2, 0);
  return `store   ${store.path}, ${how}
market  ${origin}
range   ${start} to ${end}
rows    ${count}
digest  ${digest ?? "none: its rows are not the generator\u2019s"}
`;
}
export {
  seed
};
