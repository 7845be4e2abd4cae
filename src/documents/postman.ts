import { type CollectionRequest, collectionOf } from './collection.ts'
import type { DocumentText } from './openapi.ts'

const format = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A Postman collection, format 2.1. */
export function postmanFile(document: DocumentText): Uint8Array {
  const { name, description, variables, folders } = collectionOf(document)
  const file = {
    info: { name, description, schema: format },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-Api-Key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: folders.map(folder => ({
      name: folder.name,
      description: folder.description,
      item: folder.requests.map(itemOf),
    })),
  }
  return Buffer.from(JSON.stringify(file))
}

function itemOf({ name, description, base, path, url, inPath, query, needsKey }: CollectionRequest): object {
  return {
    name,
    request: {
      method: 'GET',
      description,
      ...(needsKey ? {} : { auth: { type: 'noauth' } }),
      url: {
        raw: url,
        host: [`{{${base}}}`],
        path,
        query: query.map(({ name, value, description, sent }) => ({ key: name, value, description, disabled: !sent })),
        variable: inPath.map(({ name, value, description }) => ({ key: name, value, description })),
      },
    },
  }
}
