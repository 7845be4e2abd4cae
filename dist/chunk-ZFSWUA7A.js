// src/http.ts
var { createServer, get, STATUS_CODES } = process.getBuiltinModule("node:http");

export {
  createServer,
  get,
  STATUS_CODES
};
