import { Recent } from '../market/made-once.ts'

/**
 * Values by name, read once per snapshot; without a snapshot the store may change at any time.
 * @param state what the values depend on, by default the snapshot
 */
export function keptInSnapshot<V>(
  store: { readonly snapshot: number | undefined },
  most: number,
  state = () => store.snapshot,
): (name: string | number, read: () => V) => V {
  const kept = new Recent<V>(most)
  return (name, read) => {
    const now = state()
    return now === undefined ? read() : kept.of(`${now} ${name}`, read)
  }
}
