/** Version of stores: raised whenever schema.sql or the meaning of a generated value changes. */
export const schemaVersion = 20
