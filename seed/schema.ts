export const schemaUrl = new URL('schema.sql', import.meta.url)
