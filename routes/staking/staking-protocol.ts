import { Type } from '@sinclair/typebox'
import { Failure, shown } from '../../src/failure.ts'
import { allOf, suggestion } from '../../src/nearest.ts'
import type { Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'

const Path = Type.Object({
  protocol: Type.String({ ...Code, description: 'chain or staking protocol code, from the list of staking protocols' }),
})

/** The staking protocol of the path; refuses a methodology that it does not have. */
export const stakingProtocol: Subject<typeof Path, string> = {
  parameters: Path,
  prepare(store) {
    const methodologies = new Map(
      store
        .all('SELECT code, methodologies FROM staking_protocol ORDER BY code')
        .map(([code, codes]): [string, string[]] => [String(code), JSON.parse(String(codes))]),
    )
    return ({ protocol }, { methodology }) => {
      const own = methodologies.get(protocol)
      if (!own) throw unknown('staking protocol', protocol, [...methodologies.keys()])
      if (methodology !== undefined && !own.includes(methodology as string))
        throw unknown(`methodology of ${protocol}`, methodology as string, own)
      return { entity: protocol, bindings: { protocol } }
    }
  },
}

function unknown(what: string, code: string, known: string[]): Failure {
  return new Failure(
    'unknownCode',
    `unknown ${what} ${shown(code)}${suggestion(code, known)}; known are ${allOf(known)}`,
  )
}
