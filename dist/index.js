import "./chunk-MLKGABMK.js";

// src/index.ts
async function createSandbox(options = {}) {
  if (!isNodeRecent()) throw new Error(`market-data-sandbox needs Node 22.18 or later, and this is ${process.version}`);
  const { openSandbox } = await import("./in-process-EZJMYRZP.js");
  return openSandbox(options, process.env);
}
function isNodeRecent() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || major === 22 && minor >= 18;
}
export {
  createSandbox
};
