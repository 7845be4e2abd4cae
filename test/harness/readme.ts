import { readFileSync } from 'node:fs'
import { families } from '../../routes/index.ts'
import { documents, withDocuments } from '../../src/documents/documents.ts'
import type { Served } from './server.ts'

export const readmeUrl = new URL('../../README.md', import.meta.url)

export function readme(): string {
  return readFileSync(readmeUrl, 'utf8')
}

const call = /(```console\n\$ curl (?:-H 'X-Api-Key: ([^']+)' )?'([^']+)'\n)[\s\S]*?(?=```)/g

/** The README as it has to be: its tables from the code, its calls with the answers that a server gives. */
export async function currentReadme({ inject }: Pick<Served, 'inject'>): Promise<string> {
  let text = withDocuments(readme(), documents(families))
  for (const [block, command = '', key, address = ''] of [...text.matchAll(call)]) {
    const { host, pathname, search } = new URL(address)
    const headers = { host, ...(key ? { 'x-api-key': key } : {}) }
    const answer = await inject({ url: pathname + search, headers })
    text = text.replace(block, () => `${command}${answer.body}\n`)
  }
  return text
}
