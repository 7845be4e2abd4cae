import { control, query } from '../base/api.js'
import { Choice, Confirm, Table, Trouble } from '../base/parts.js'
import { useControl, useDoing } from '../base/use-control.js'
import { html, useState } from '../preact.js'

/** What a rule can do: the name that is chosen, and the effect. */
const effects = {
  '503, retry after 1 s': { status: 503, retry_after: 1 },
  '429, retry after 2 s': { status: 429, retry_after: 2 },
  'status 500': { status: 500 },
  'delay of 2 s': { delay: 'PT2S' },
  'slow body, 10 KB/s': { bandwidth: 10_000 },
  'TCP reset before the response': { reset: 'before' },
  'body cut after 200 bytes': { cut: { bytes: 200 } },
  'body cut after 20 records': { cut: { records: 20 } },
  'body that is not JSON': { malformed: 'not_json' },
  'empty page with next_url': { page: 'empty_with_next' },
  'duplicate record': { page: 'duplicate_record' },
  'short pages': { page: 'short_pages' },
  'expired token': { page: 'expired_token' },
  'null in close': { null_field: 'close' },
  'missing volume': { drop_field: 'volume' },
  'unknown field': { add_field: 'extra' },
}

/** Which of the matching requests a rule hits: the text around the number, and its value. */
const selections = {
  all: ['every request', () => undefined],
  first: ['the first', n => ({ first: n }), 2],
  nth: ['only number', n => ({ nth: n }), 3],
  every: ['one in every', n => ({ every: n }), 3],
  share: ['a share in %', n => ({ share: n / 100 }), 10],
}

function ruleOf({ operation, which, n, effect }) {
  const on = selections[which][1](Number(n))
  return { ...(operation && { when: { operation } }), ...(on && { on }), do: effects[effect] }
}

const textOf = rule => JSON.stringify(rule, null, 2)

export function Faults({ tenant, about }) {
  const path = `tenants/${tenant}/faults`
  const { answer, error, again } = useControl(path, { period: 3000 })
  const schedule = useControl(query(`${path}/schedule`, { n: 20 }), { period: 3000 })
  const doing = useDoing()
  const next = id => {
    const planned = schedule.answer?.schedule.find(one => one.id === id)
    if (!planned) return ''
    const hits = planned.faults.map(({ ordinal }) => ordinal)
    return hits.length === planned.to - planned.from + 1 ? 'all' : hits.slice(0, 8).join(', ') || 'none'
  }
  const remove = id => doing.run(() => control('DELETE', `${path}/${id}`).then(again))
  const columns = [
    ['Rule', ({ id }) => html`<code>${id}</code>`],
    ['When', ({ when }) => (when ? wordsOf(when) : 'every request'), 'wide'],
    ['On', ({ on }) => (on ? wordsOf(on) : 'always')],
    ['Does', rule => wordsOf(rule.do), 'wide'],
    ['Seen', ({ seen }) => seen, true],
    ['Fails next', ({ id }) => next(id)],
    [
      '',
      ({ id }) =>
        html`<button type="button" aria-label=${`Remove ${id}`} disabled=${doing.busy} onClick=${() => remove(id)}>Remove</button>`,
    ],
  ]
  const rules = answer?.faults ?? []
  return html`<section class="card faults" aria-label="Faults"><div class="head"><h3>Faults</h3>
      ${rules.length > 0 && html`<${Confirm} text="Remove all" question="Remove all rules?" onConfirm=${() => doing.run(() => control('DELETE', path).then(again))} />`}</div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${answer && html`<${Table} label="Fault rules" columns=${columns} rows=${rules} empty="No faults: responses are unchanged. Add a rule below." />`}
    <${RuleForm} about=${about} busy=${doing.busy} onAdd=${text => doing.run(async () => `Added rule ${(await control('POST', path, parsed(text)).finally(again)).id}.`)} />
    ${doing.said}${doing.error}</section>`
}

const wordsOf = part =>
  Object.entries(part)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')

const operationsOf = about => about.operations.map(({ reference }) => reference.split('/').at(-1)).toSorted()

/** A rule by choices, and the same rule as JSON, which can be changed further. */
function RuleForm({ about, busy, onAdd }) {
  const [form, setForm] = useState({ operation: '', which: 'first', n: 2, effect: Object.keys(effects)[0] })
  const [text, setText] = useState(textOf(ruleOf(form)))
  const change = part => {
    const changed = { ...form, ...part }
    setForm(changed)
    setText(textOf(ruleOf(changed)))
  }
  const [, , suggested] = selections[form.which]
  return html`<form class="rule-form" onSubmit=${event => {
    event.preventDefault()
    onAdd(text)
  }}>
    <div>
      <${Choice} stacked label="Operation" value=${form.operation} options=${[['', 'every operation'], ...operationsOf(about)]} onChange=${operation => change({ operation })} />
      <div class="row which"><${Choice} label="Which requests" value=${form.which} options=${Object.entries(selections).map(([name, [words]]) => [name, words])}
          onChange=${which => change({ which, n: selections[which][2] })} />
        ${suggested !== undefined && html`<input type="number" aria-label="Number" min="1" max=${form.which === 'share' ? 100 : 1e6} value=${form.n} onInput=${event => change({ n: event.currentTarget.value })} />`}</div>
      <${Choice} stacked label="What happens" value=${form.effect} options=${Object.keys(effects)} onChange=${effect => change({ effect })} />
      <p><button class="main" disabled=${busy}>Add rule</button></p>
    </div>
    <label class="stacked">The rule as JSON, which you can change
      <textarea rows="9" spellcheck="false" value=${text} onInput=${event => setText(event.currentTarget.value)}></textarea></label>
  </form>`
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the rule is not JSON: ${error.message}`)
  }
}
