import { control } from '../base/api.js'
import { timeText } from '../base/format.js'
import { follow, linkTo } from '../base/location.js'
import { Confirm, Copy, Table, Trouble } from '../base/parts.js'
import { useTenantKey } from '../base/steering.js'
import { useControl, useDoing } from '../base/use-control.js'
import { html, useState } from '../preact.js'

/** API keys with their own clock, limits and faults. */
export function Tenants({ about }) {
  const { answer, error, again } = useControl('tenants', { period: 5000 })
  const doing = useDoing()
  const [name, setName] = useState('')
  const [made, setMade] = useState({})
  const create = event => {
    event.preventDefault()
    doing.run(async () => {
      const created = await control('POST', 'tenants', name.trim() === '' ? {} : { name: name.trim() })
      setMade(known => ({ ...known, [created.tenant]: created.key }))
      setName('')
      again()
      return `Created ${created.tenant}; its base URL is ${created.url}.`
    })
  }
  const end = tenant => doing.run(() => control('DELETE', `tenants/${tenant}`).then(again))
  const columns = [
    [
      'Tenant',
      ({ tenant }) => html`<a href=${linkTo({ view: 'requests', tenant }, {})} onClick=${follow}>${tenant}</a>`,
    ],
    [
      'Key',
      ({ tenant }) =>
        html`<${TenantKey} key=${tenant} tenant=${tenant} known=${made[tenant] ?? (tenant === 'default' ? about.keys[0] : undefined)} />`,
    ],
    ['Clock', ({ clock }) => `${timeText(Date.parse(clock.now))}${clock.mode === 'set' ? ', set' : ''}`],
    ['Validation', ({ validation }) => validation],
    ['Ends', ({ expires }) => (expires === null ? 'never' : timeText(Date.parse(expires), false))],
    [
      '',
      ({ tenant }) =>
        tenant !== 'default' &&
        html`<${Confirm} text=${`End ${tenant}`} question=${`End ${tenant}? Its key stops working.`} busy=${doing.busy} onConfirm=${() => end(tenant)} />`,
    ],
  ]
  return html`<section class="card tenants" aria-label="Tenants"><div class="head"><h3>Tenants</h3><span class="quiet">one for each parallel test</span></div>
    ${error && html`<${Trouble} error=${error} again=${again} />`}
    ${answer && html`<${Table} label="All tenants" columns=${columns} rows=${answer.tenants} />`}
    <form class="row" onSubmit=${create}><label>Name <input type="text" size="14" placeholder="any" value=${name} onInput=${event => setName(event.currentTarget.value)} /></label>
      <button disabled=${doing.busy}>New tenant</button></form>
    ${doing.said}${doing.error}</section>`
}

function TenantKey({ tenant, known }) {
  const read = useTenantKey(tenant)
  const key = known ?? read
  if (key === undefined) return html`<span class="quiet">not shown</span>`
  return html`<span class="row key-cell"><code>${key}</code><${Copy} text=${key} label=${`Copy the key of ${tenant}`}>Copy</${Copy}></span>`
}
