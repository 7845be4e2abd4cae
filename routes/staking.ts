import { Type } from '@sinclair/typebox'
import { type Failure, shown, unknownCode } from '../src/base/failure.ts'
import { allOf, type NamedCode, namedSuggestion, suggestion } from '../src/base/nearest.ts'
import { day } from '../src/market/time.ts'
import { family } from '../src/operations/family.ts'
import { operation, type Subject } from '../src/operations/operation.ts'
import { ascending, keyset } from '../src/operations/paging/keyset.ts'
import { Code, PageSize, Sort, TimesOrDays } from '../src/operations/schemas.ts'

const Path = Type.Object({
  protocol: Type.String({ ...Code, description: 'chain or staking protocol code, from the list of staking protocols' }),
})

type ProtocolRow = [code: string, name: string, methodologies: string, since: number]

/** The staking protocol of the path; refuses a methodology that it does not have. */
const stakingProtocol: Subject<typeof Path, string, { methodology?: string | undefined }> = {
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

const path = '/v2/data/staking.:data_version/protocols'

export const staking = family(
  {
    name: 'staking',
    about: 'Staking rates of chains and liquid-staking protocols.',
    dataset: { commodity: 'staking', versions: ['v1'] },
    echo: 'dates',
  },
  [
    operation({
      id: 'listStakingProtocols',
      summary: 'Staking protocols and their methodologies',
      description:
        'The codes that `/protocols/{protocol}` accepts, each with the methodologies of its rates. The list ' +
        'is complete, in alphabetical order. Example: find the chains and liquid-staking protocols before ' +
        'requesting rates.',
      path,
      query: {},
      row: { protocol: Type.String(), methodologies: Type.Array(Type.String()) },
      page: ascending(keyset({ from: 'staking_protocol', columns: { protocol: 'code' }, by: ['protocol'] })),
      example: { data_version: 'v1' },
    }),
    operation({
      id: 'listStakingRates',
      summary: 'Daily staking APR and validator count',
      description:
        'The yearly staking rate and the number of validators of a chain or liquid-staking protocol for each ' +
        'UTC day, for comparing staking yields. Records are ordered by `date`, then `methodology`; a day has a ' +
        'record once it is over. `apr` is a percentage: 3.4 is 3.4 %. Example: the rewards of ether including ' +
        'fees with `methodology=total`.',
      path: `${path}/:protocol`,
      subject: stakingProtocol,
      query: { methodology: Type.Optional(Code), ...TimesOrDays, sort: Sort(), page_size: PageSize(1000, 1000) },
      row: {
        date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'UTC day as YYYY-MM-DD' }),
        protocol: Type.String(),
        apr: Type.Number({ description: 'annual percentage rate: 4.758636 is 4.758636 %' }),
        validators: Type.Integer(),
        methodology: Type.String(),
      },
      page: keyset({
        from: 'staking_rate',
        // A rate covers its whole day.
        where: `protocol = :protocol AND timestamp <= :horizon - ${day}`,
        columns: { date: `strftime('%Y-%m-%d', timestamp / 1000, 'unixepoch')`, apr: 'round(apr * 100, 10)' },
        by: ['date', 'methodology'],
        time: { field: 'date', column: 'timestamp', unit: 1 },
        filters: { methodology: 'methodology = :methodology' },
        feed: 'staking',
      }),
      example: { data_version: 'v1', protocol: 'eth' },
    }),
  ],
)
