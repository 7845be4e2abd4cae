import { Type } from '@sinclair/typebox'
import { Failure, shown } from '../../src/base/failure.ts'
import { allOf, suggestion } from '../../src/base/nearest.ts'
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
        .all('SELECT code, methodologies, since FROM staking_protocol ORDER BY code')
        .map(([code, codes, since]): [string, { own: string[]; since: number }] => [
          String(code),
          { own: JSON.parse(String(codes)), since: Number(since) },
        ]),
    )
    const others = new Map(
      store.all("SELECT name, code FROM alias WHERE entity = 'staking'").map(([name, code]) => [name, String(code)]),
    )
    return ({ protocol: asked }, { methodology }) => {
      const protocol = protocols.has(asked) ? asked : (others.get(asked) ?? asked)
      const known = protocols.get(protocol)
      if (!known) throw unknown('staking protocol', asked, [...protocols.keys()])
      const { own, since } = known
      if (methodology !== undefined && !own.includes(methodology))
        throw unknown(`methodology of ${protocol}`, methodology, own)
      const found = { entity: protocol, bindings: { protocol } }
      return store.coverage.endless ? { ...found, begins: since } : found
    }
  },
}

function unknown(what: string, code: string, known: string[]): Failure {
  return new Failure(
    'unknownCode',
    `unknown ${what} ${shown(code)}${suggestion(code, known)}; known are ${allOf(known)}`,
  )
}
