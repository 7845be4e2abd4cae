/** The store's tables, as SQL. */
export const schemaUrl = new URL('schema.sql', import.meta.url)
