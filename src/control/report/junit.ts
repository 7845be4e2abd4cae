import type { Report } from './report.ts'

export function junitOf({ checks, counts, requests }: Report): string {
  const none = requests === 0 ? [silent] : []
  const cases = [...none, ...checks.map(testCase)].join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="market-data client" tests="${checks.length + none.length}" failures="${counts.failed + none.length}" skipped="${counts.unexercised}">
${cases}
</testsuite>
</testsuites>
`
}

const silent =
  '<testcase classname="client.requests" name="The client sends requests"><failure message="No request has the key of the client.">A client must send its requests to the URL, and with the key, that it is given.</failure></testcase>'

function testCase({ id, title, verdict, advice, evidence }: Report['checks'][number]): string {
  const open = `<testcase classname="client.${id}" name="${escaped(title)}"`
  const text = escaped(`${advice} Requests ${evidence.join(', ')}.`)
  if (verdict === 'failed') return `${open}><failure message="${escaped(advice!)}">${text}</failure></testcase>`
  if (verdict === 'warned') return `${open}><system-out>warning: ${text}</system-out></testcase>`
  return verdict === 'unexercised' ? `${open}><skipped/></testcase>` : `${open}/>`
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }
  return text.replace(/[&<>"]/g, character => `&${names[character]};`)
}
