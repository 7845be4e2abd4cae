import { Type } from '@sinclair/typebox'
import { type Failure, shown, unknownCode } from '../../src/base/failure.ts'
import { allOf, type NamedCode, namedSuggestion, suggestion } from '../../src/base/nearest.ts'
import type { Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'

const Path = Type.Object({
  protocol: Type.String({ ...Code, description: 'chain or staking protocol code, from the list of staking protocols' }),
})

/** The staking protocol of the path; refuses a methodology that it does not have. */
export const stakingProtocol: Subject<typeof Path, string, { methodology?: string | undefined }> = {
  parameters: Path,
  prepare(store) {
    const protocols = new Map(
      store
        .all('SELECT code, name, methodologies, since FROM staking_protocol ORDER BY code')
        .map(([code, name, codes, since]): [string, { name: string; own: string[]; since: number }] => [
          String(code),
          { name: String(name), own: JSON.parse(String(codes)), since: Number(since) },
        ]),
    )
    const others = new Map(
      store.all("SELECT name, code FROM alias WHERE entity = 'staking'").map(([name, code]) => [name, String(code)]),
    )
    const names: NamedCode[] = [
      ...[...protocols].map(([code, { name }]) => ({ code, name })),
      ...[...others].map(([name, code]) => ({ code, name: String(name) })),
    ]
    return ({ protocol: asked }, { methodology }) => {
      const protocol = protocols.has(asked) ? asked : (others.get(asked) ?? asked)
      const known = protocols.get(protocol)
      if (!known) throw unknown('staking protocol', asked, [...protocols.keys()], namedSuggestion(asked, names))
      const { own, since } = known
      if (methodology !== undefined && !own.includes(methodology))
        throw unknown(`methodology of ${protocol}`, methodology, own)
      return { entity: protocol, bindings: { protocol }, begins: since }
    }
  },
}

function unknown(what: string, code: string, known: string[], near = suggestion(code, known)): Failure {
  return unknownCode(`unknown ${what} ${shown(code)}${near}; known are ${allOf(known)}`)
}
