// src/store-failure.ts
var StoreFailure = class extends Error {
};
var OutdatedStore = class extends StoreFailure {
};

export {
  StoreFailure,
  OutdatedStore
};
