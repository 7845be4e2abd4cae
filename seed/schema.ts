/** URL of the SQL that creates the store's tables. */
export const schemaUrl = new URL('schema.sql', import.meta.url)
