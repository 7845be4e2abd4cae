import { writeFileSync } from 'node:fs'
import { root } from './command.ts'
import { marketPictures } from './market-pictures.ts'
import { currentFiles } from './pages.ts'
import { startTestServer } from './server.ts'

// npm run documents: updates the tables, responses and pictures of the documentation.
const server = await startTestServer()
const asker = { inject: server.app.inject.bind(server.app) }
for (const [path, text] of [...(await currentFiles(asker)), ...(await marketPictures(asker))])
  writeFileSync(`${root}/${path}`, text)
await server.close()
