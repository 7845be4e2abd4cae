import {
  get
} from "./chunk-ZFSWUA7A.js";
import {
  readSettings
} from "./chunk-E6UPLKSC.js";
import "./chunk-ZU7HPNMD.js";
import "./chunk-C7GQFHZI.js";
import "./chunk-5YC2MZBJ.js";
import "./chunk-4PPOFCN3.js";
import "./chunk-QAYDVY34.js";
import "./chunk-BBDNGR24.js";
import "./chunk-MLKGABMK.js";

// src/health-command.ts
var patience = 2e3;
async function health(argv, environment) {
  const { host, port } = readSettings(argv, environment);
  const { status, body } = await ask(reachable(host), port);
  if (status === 200) return 0;
  process.stderr.write(`market-data-sandbox: not ready at ${host}:${port}: ${body}
`);
  return 1;
}
function reachable(host) {
  return host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
}
function ask(host, port) {
  return new Promise((resolve) => {
    const failed = (error) => resolve({ status: 0, body: error.message });
    const request = get({ host, port, path: "/ready", timeout: patience, agent: false }, async (answer) => {
      const chunks = await answer.toArray().catch(failed);
      if (chunks) resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
    });
    request.once("error", failed).once("timeout", () => request.destroy(new Error(`no answer in ${patience} ms`)));
  });
}
export {
  health
};
