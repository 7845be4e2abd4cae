import { html } from '../preact.js'
import { secrets } from './api.js'
import { go } from './location.js'
import { Choice, Trouble } from './parts.js'
import { noteTime } from './pulse.js'
import { useControl } from './use-control.js'

/** Shows its children if this page may control the server; otherwise explains how to enable that. */
export function Steered({ about, children }) {
  const { answer, error } = useControl('tenants')
  if (answer) return children
  if (!error) return null
  return html`<div class="card"><${Trouble} error=${error} />
    ${!about.steered && html`<p>This server serves the market only. Start it with <code>SANDBOX_CONTROL_TOKEN</code> (16 characters or more) to use clock, faults and journal.</p>`}
    ${
      about.steered &&
      html`<label>Control token <input type="password" autocomplete="off" onChange=${event => {
        secrets.token = event.currentTarget.value.trim()
        location.reload()
      }} /></label>`
    }</div>`
}

export function TenantChoice({ tenant }) {
  const { answer } = useControl('tenants', { beat: tenant })
  const options = [...new Set([...(answer?.tenants.map(one => one.tenant) ?? []), tenant])]
  return html`<${Choice} label="Tenant" value=${tenant} options=${options} onChange=${name => go({ tenant: name, entry: undefined })} />`
}

/** The key of a tenant; undefined if the server does not say it. */
export function useTenantKey(tenant) {
  const { answer } = useControl(`tenants/${tenant}`)
  return answer?.tenant === tenant && answer.key !== null ? answer.key : undefined
}

/** Shows a changed clock of a tenant in the header, if the key of the tab is of that tenant. */
export function useNoteClock(tenant) {
  const own = useTenantKey(tenant)
  return ({ now, rate }) => {
    // A key is of the default tenant unless it names another.
    const isOfTab = tenant === 'default' ? !secrets.key.startsWith('tenant-') : secrets.key === own
    if (isOfTab) noteTime(Date.parse(now), { rate })
  }
}

/** The key behind a name in the journal: the tenant's own, or a built-in key. */
export function useTenantKeys(tenant, about) {
  const own = useTenantKey(tenant)
  return name => own ?? (tenant === 'default' ? (about.names[name] ?? secrets.key) : secrets.key)
}
