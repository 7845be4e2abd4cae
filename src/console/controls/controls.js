import { control } from '../base/api.js'
import { plain } from '../base/format.js'
import { useTitle } from '../base/location.js'
import { Confirm, Table, Trouble } from '../base/parts.js'
import { Steered, TenantChoice } from '../base/steering.js'
import { useControl, useDoing } from '../base/use-control.js'
import { html } from '../preact.js'
import { ClockCard } from './clock-card.js'
import { Faults } from './faults-card.js'
import { Report } from './report-card.js'
import { Tenants } from './tenants-card.js'

export function Controls({ tenant = 'default', about }) {
  useTitle(`Controls, tenant ${tenant}`)
  return html`<${Steered} about=${about}>
    <div class="head"><h2>Controls</h2><${TenantChoice} tenant=${tenant} /><${Reset} tenant=${tenant} /></div>
    <div class="columns controls">
      <${ClockCard} key=${`clock ${tenant}`} tenant=${tenant} about=${about} />
      <${Limits} key=${`limits ${tenant}`} tenant=${tenant} about=${about} />
      <${Tenants} about=${about} />
      <${Faults} key=${`faults ${tenant}`} tenant=${tenant} about=${about} />
      <${Report} key=${`report ${tenant}`} tenant=${tenant} />
    </div>
  </${Steered}>`
}

function Reset({ tenant }) {
  const { run, busy, error } = useDoing()
  const reset = () =>
    run(async () => {
      await control('POST', `tenants/${tenant}/reset`)
      location.reload()
    })
  return html`<${Confirm} text=${`Reset ${tenant}`} busy=${busy} onConfirm=${reset}
    question="Restore the initial clock, and clear faults, journal and limits?" />${error}`
}

/** Rate limits by the keys as clients send them; a key from a file is shown by its name. */
function Limits({ tenant, about }) {
  const { answer, error, again } = useControl(`tenants/${tenant}/limits`, { period: 2000 })
  const left = ({ limit, used }) => `${plain(Math.max(0, limit - used))} of ${plain(limit)}`
  const columns = [
    ['Key', ({ key }) => html`<code>${about.names[key] ?? key}</code>`],
    [
      'Used',
      one =>
        html`<meter min="0" max=${one.limit} high=${one.limit * 0.8} optimum="0" value=${one.used} aria-label=${`Requests of ${one.key}`}></meter>`,
    ],
    ['Left', left, true],
    ['Resets in', one => (one.resets_in > 0 ? `${one.resets_in} s` : '–'), true],
  ]
  const sorted = answer?.limits.toSorted((a, b) => b.used - a.used)
  return html`<section class="card limits" aria-label="Limits"><div class="head"><h3>Rate limits</h3><span class="quiet">requests per minute</span></div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${sorted && html`<${Table} label="Rate limits by key" columns=${columns} rows=${sorted} />`}</section>`
}
