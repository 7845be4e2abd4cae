import { writeFileSync } from 'node:fs'
import { currentReadme, readmeUrl } from './readme.ts'
import { startTestServer } from './server.ts'

// npm run documents: writes the README's tables and answers anew.
const server = await startTestServer()
writeFileSync(readmeUrl, await currentReadme({ inject: request => server.app.inject(request) }))
await server.close()
