import type { AheadImage } from '../../control/tenants/tenant-image.ts'
import type { AheadSource } from '../../control/tenants/tenant-replica.ts'
import type { Context } from '../../operations/context.ts'
import type { Settings } from '../../settings.ts'
import { Store } from '../../store/store.ts'
import { contextOf } from '../context-of.ts'

export class AheadReader implements AheadSource {
  readonly #settings: Settings
  #context: Context | undefined
  #end = Number.NEGATIVE_INFINITY

  constructor(settings: Settings) {
    this.#settings = settings
  }

  readonly end = (): number => this.#end

  reach({ path, end }: AheadImage): Context {
    this.#context ??= contextOf(this.#settings, Store.open(path, { readonly: true }))
    if (end > this.#end) this.#context.store.renewSnapshot()
    this.#end = Math.max(this.#end, end)
    return this.#context
  }

  close(): void {
    this.#context?.store.close()
  }
}
