import type { Report } from './report.ts'

/** A report card as JUnit XML: failed checks are failures, unexercised checks are skipped. */
export function junitOf({ checks, counts }: Report): string {
  const cases = checks.map(testCase).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="market-data client" tests="${checks.length}" failures="${counts.failed}" skipped="${counts.unexercised}">
${cases}
</testsuite>
</testsuites>
`
}

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
