/** Of the stores that this program writes and reads: raised whenever schema.sql or the meaning of a generated value changes. */
export const schemaVersion = 9
