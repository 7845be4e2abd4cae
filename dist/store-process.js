// src/store-process.js
import { enableCompileCache } from "node:module";
enableCompileCache();
await import("./store-tasks-N2U5VK2P.js");
