/** A file that cannot be served. The message is one line for the operator. */
export class StoreFailure extends Error {}

/** A generated store of an earlier version, which can be rebuilt. */
export class OutdatedStore extends StoreFailure {}
