import { control, root } from '../base/api.js'
import { go } from '../base/location.js'
import { Table, Trouble } from '../base/parts.js'
import { useControl, useDoing } from '../base/use-control.js'
import { html } from '../preact.js'

const once = effect => ({ on: { first: 1 }, do: effect })
const walk = 'Read all pages of a long query.'
const refusal = status => `Send one request that gets ${status},`

/** How to exercise a check: what the client has to do, and the fault that it has to meet. */
const ways = {
  'walks-to-the-end': { say: walk },
  'stops-at-the-last-page': { say: walk },
  'sends-a-token-alone': { say: walk },
  'sends-tokens-unchanged': { say: walk },
  'asks-for-each-page-once': { say: walk },
  'survives-unknown-fields': { say: walk, rule: { when: { page: 1 }, ...once({ add_field: 'extra' }) } },
  'survives-missing-fields': { say: walk, rule: { when: { page: 1 }, ...once({ drop_field: 'volume' }) } },
  'survives-null-fields': { say: walk, rule: { when: { page: 1 }, ...once({ null_field: 'volume' }) } },
  'survives-empty-pages': { say: walk, rule: { when: { page: 2 }, ...once({ page: 'empty_with_next' }) } },
  'honours-retry-after-on-429': { rule: once({ status: 429, retry_after: 2 }) },
  'honours-retry-after-on-503': { rule: once({ status: 503, retry_after: 2 }) },
  'retries-503': { rule: once({ status: 503 }) },
  'retries-after-a-reset': { rule: once({ reset: 'before' }) },
  'resumes-after-a-cut': { rule: once({ cut: { bytes: 100 } }) },
  'bounds-its-retries': { rule: { on: { first: 20 }, do: { status: 503 } } },
  'waits-before-a-retry': { rule: once({ status: 503 }) },
  'backs-off': { rule: { on: { first: 4 }, do: { status: 503 } } },
  'adds-jitter': { say: walk, rule: { on: { every: 2 }, do: { status: 503 } } },
  'no-retry-on-400': { say: `${refusal(400)} such as one with page_size=0.` },
  'no-retry-on-401': { say: `${refusal(401)} such as one with the key sandbox-expired.` },
  'no-retry-on-403': { say: `${refusal(403)} such as lending with the key sandbox-no-defi.` },
  'no-retry-on-404': { say: `${refusal(404)} such as one for an unknown exchange.` },
  'polls-conditionally': { say: 'Send the same request twice.' },
  'accepts-compression': { say: 'Send any request that returns records.' },
}

const mark = { passed: '✓', failed: '✗', warned: '!', unexercised: '–' }
const tones = { passed: 'up', failed: 'down', warned: 'warn', unexercised: 'quiet' }
const order = ['failed', 'warned', 'passed', 'unexercised']

/** The report card of a tenant's client, with a way to exercise each check. */
export function Report({ tenant }) {
  const { answer, error, again } = useControl(`tenants/${tenant}/report`, { period: 5000 })
  const doing = useDoing()
  const add = rule =>
    doing.run(
      async () => `Added fault ${(await control('POST', `tenants/${tenant}/faults`, rule)).id}. Now run the client.`,
    )
  const columns = [
    ['Verdict', ({ verdict }) => html`<span class=${tones[verdict]}>${mark[verdict]} ${verdict}</span>`],
    ['The client', ({ title }) => title, 'wide'],
    [
      'Requests',
      ({ evidence }) =>
        evidence
          .slice(0, 4)
          .map(
            one =>
              html`<button type="button" class="plain" onClick=${() => go({ view: 'requests', entry: one })}>#${one}</button>`,
          ),
    ],
    [
      'Advice or how to exercise',
      ({ id, advice, verdict }) => {
        if (verdict !== 'unexercised') return advice ?? ''
        const { say = 'Send any request.', rule } = ways[id] ?? {}
        return html`${advice ?? say} ${rule && html`<button type="button" class="plain" aria-label=${`Add the fault for ${id}`} disabled=${doing.busy} onClick=${() => add(rule)}>Add the fault</button>`}`
      },
      'wide',
    ],
  ]
  const checks = answer?.checks.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  const counts = Object.entries(answer?.counts ?? {}).filter(([, count]) => count > 0)
  return html`<section class="card report" aria-label="Report card"><div class="head"><h3>Report card of the client</h3>
      ${counts.map(([verdict, count]) => html`<span class=${tones[verdict]}>${count} ${verdict}</span>`)}
      <a href=${new URL('docs/testing.html#report-card-of-a-client', root).href}>Help</a></div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${checks && html`<${Table} label="Checks" columns=${columns} rows=${checks} />`}
    ${doing.said}${doing.error}</section>`
}
