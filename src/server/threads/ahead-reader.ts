import type { AheadSource } from '../../control/tenants/tenant-replica.ts'
import type { Context } from '../../operations/context.ts'
import type { Settings } from '../../settings.ts'
import { Store } from '../../store/store.ts'
import { contextOf } from '../context-of.ts'

export function aheadReader(settings: Settings): AheadSource & { close(): void } {
  let context: Context | undefined
  let reached = Number.NEGATIVE_INFINITY
  return {
    end: () => reached,
    reach({ path, end }) {
      context ??= contextOf(settings, Store.open(path, { readonly: true }))
      if (end > reached) context.store.renewSnapshot()
      reached = Math.max(reached, end)
      return context
    },
    close: () => context?.store.close(),
  }
}
