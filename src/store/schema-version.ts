/** Version of stores: raised whenever schema.sql or the meaning of a generated value changes. */
export const schemaVersion = 54
/** Start of the SHA-256 of schema.sql in this version: a test fails if the schema changes alone. */
export const schemaHash = 'b034f540d64e'
