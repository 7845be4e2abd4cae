// src/feed-worker.js
import { enableCompileCache } from "node:module";
enableCompileCache();
await import("./appending-XCPJNJ2S.js");
