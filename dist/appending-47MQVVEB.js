import {
  Extension
} from "./chunk-TXOI5MM7.js";
import "./chunk-SEQW6DPZ.js";
import "./chunk-6KS4K5AC.js";
import "./chunk-NKN7XCB5.js";
import "./chunk-6DWRJRA7.js";
import "./chunk-CHNZROBR.js";
import "./chunk-5YC2MZBJ.js";
import "./chunk-MLKGABMK.js";

// src/appending.ts
import { parentPort, workerData } from "node:worker_threads";
var period = 500;
var port = parentPort;
var extension = new Extension(workerData);
function append() {
  extension.reach(Date.now());
}
append();
var timer = setInterval(append, period);
port.once("message", () => {
  clearInterval(timer);
  extension.close();
  port.close();
});
