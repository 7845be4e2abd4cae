// src/store-process.js
import { enableCompileCache } from "node:module";
enableCompileCache();
await import("./store-tasks-AOOQ4TTX.js");
