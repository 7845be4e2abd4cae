import { get } from 'node:http'

// Downloads one large page after another, each with its own end time. node downloads.ts <url> <end> <API key>
const [url, end, key] = process.argv.slice(2) as [string, string, string]
let minutes = 0

function download(): void {
  const time = new Date(Date.parse(end) - 60_000 * ++minutes).toISOString()
  const call = get(`${url}&end_time=${time}`, { headers: { 'x-api-key': key } }, response => {
    if (response.statusCode !== 200) fail(`${url} was answered ${response.statusCode}`)
    response
      .on('end', download)
      .on('error', error => fail(error.message))
      .resume()
  })
  call.on('error', error => fail(error.message))
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

download()
