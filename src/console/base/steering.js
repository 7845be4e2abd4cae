import { html, useEffect, useState } from '../preact.js'
import { control, secrets } from './api.js'
import { go } from './location.js'
import { Choice, Trouble } from './parts.js'
import { noteTime } from './pulse.js'

/** Shows its children if this page may control the server; otherwise explains how to enable that. */
export function Steered({ about, children }) {
  const [state, setState] = useState({})
  useEffect(() => {
    control('GET', 'tenants').then(
      () => setState({ open: true }),
      error => setState({ error }),
    )
  }, [])
  if (state.open) return children
  if (!state.error) return null
  return html`<div class="card"><${Trouble} error=${state.error} />
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
  const [tenants, setTenants] = useState([])
  useEffect(() => {
    control('GET', 'tenants').then(
      answer => setTenants(answer.tenants.map(one => one.tenant)),
      () => {},
    )
  }, [tenant])
  const options = [...new Set([...tenants, tenant])]
  return html`<${Choice} label="Tenant" value=${tenant} options=${options} onChange=${name => go({ tenant: name, entry: undefined })} />`
}

/** The key of a tenant; undefined if the server does not say it. */
export function useTenantKey(tenant) {
  const [key, setKey] = useState()
  useEffect(() => {
    setKey(undefined)
    if (tenant !== 'default')
      control('GET', `tenants/${tenant}`).then(
        answer => setKey(answer.key),
        () => {},
      )
  }, [tenant])
  return key
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
