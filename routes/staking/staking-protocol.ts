import { Type } from '@sinclair/typebox'
import { type Failure, shown, unknownCode } from '../../src/base/failure.ts'
import { allOf, type NamedCode, namedSuggestion, suggestion } from '../../src/base/nearest.ts'
import type { Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'

const Path = Type.Object({
  protocol: Type.String({ ...Code, description: 'chain or staking protocol code, from the list of staking protocols' }),
})

type ProtocolRow = [code: string, name: string, methodologies: string, since: number]

/** The staking protocol of the path; refuses a methodology that it does not have. */
export const stakingProtocol: Subject<typeof Path, string, { methodology?: string | undefined }> = {
  parameters: Path,
  prepare(store) {
    const protocols = new Map(
      store
        .all<ProtocolRow>('SELECT code, name, methodologies, since FROM staking_protocol ORDER BY code')
        .map(([code, name, codes, since]) => [code, { name, own: JSON.parse(codes) as string[], since }]),
    )
    const others = new Map(store.all<[string, string]>("SELECT name, code FROM alias WHERE entity = 'staking'"))
    const names: NamedCode[] = [
      ...[...protocols].map(([code, { name }]) => ({ code, name })),
      ...[...others].map(([name, code]) => ({ code, name })),
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
