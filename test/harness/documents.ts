import { writeFileSync } from 'node:fs'
import { root } from './command.ts'
import { currentFiles } from './pages.ts'
import { startTestServer } from './server.ts'

// npm run documents: updates the tables, responses and pictures of the documentation.
const server = await startTestServer()
const files = await currentFiles({ inject: request => server.app.inject(request) })
for (const [path, text] of files) writeFileSync(`${root}/${path}`, text)
await server.close()
