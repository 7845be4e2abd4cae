// src/version.ts
import { readFileSync } from "node:fs";
var { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

export {
  version
};
