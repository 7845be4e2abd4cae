#!/usr/bin/env node

// src/main.js
import module from "node:module";
var [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || major === 22 && minor < 18) {
  process.stderr.write(`market-data-sandbox: needs Node 22.18 or later, and this is ${process.version}
`);
  process.exit(2);
}
module.enableCompileCache();
var { run } = await import("./run-L44R5M67.js");
await run(process.argv.slice(2), process.env);
