/** A file that cannot be served: the message is one line for the person who started the server. */
export class StoreFailure extends Error {}

/** A store that an earlier version of this server generated: nothing in it cannot be generated again. */
export class OutdatedStore extends StoreFailure {}
