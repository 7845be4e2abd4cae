// src/feed-worker.js
import { enableCompileCache } from "node:module";
enableCompileCache();
await import("./appending-HXEWKUQJ.js");
