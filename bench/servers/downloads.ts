import { get } from 'node:http'

// Fetches one URL again and again, as a client that stores large pages would. node downloads.ts <url> <API key>
const [url, key] = process.argv.slice(2) as [string, string]

function download(): void {
  const asked = get(url, { headers: { 'x-api-key': key } }, response => {
    if (response.statusCode !== 200) fail(`${url} was answered ${response.statusCode}`)
    response
      .on('end', download)
      .on('error', error => fail(error.message))
      .resume()
  })
  asked.on('error', error => fail(error.message))
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

download()
