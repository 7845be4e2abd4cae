import { Type } from '@sinclair/typebox'
import { family } from '../src/operations/family.ts'
import { named } from '../src/operations/named.ts'
import { operation } from '../src/operations/operation.ts'
import { choice } from '../src/operations/paging/choice.ts'
import { ascending, keyset } from '../src/operations/paging/keyset.ts'
import { Code, Days, PageSize, Seconds, Sort } from '../src/operations/schemas.ts'
import { chainsBegin } from '../src/store/history/coverage.ts'

const days = {
  row: Type.Object({
    timestamp: { ...Seconds, description: 'midnight (UTC) of the value' },
    protocol_name: Type.String(),
    protocol_code: Type.String(),
    tvl: Type.Number({ description: 'total value locked, in USD' }),
  }),
  page: keyset({
    from: 'value_locked JOIN protocol ON code = protocol',
    where: 'protocol = :protocol',
    columns: { protocol_name: 'name', protocol_code: 'protocol', tvl: 'usd' },
    by: ['timestamp'],
    time: { field: 'timestamp', column: 'timestamp', unit: 1000 },
    feed: 'value-locked',
    feedOf: 'protocol',
  }),
}

const codes = {
  row: Type.String({ description: 'DeFi protocol code' }),
  page: ascending(keyset({ from: 'protocol', columns: { value: 'code' }, by: ['value'] })),
}

const protocol = named('protocol')

const lockingProtocol: typeof protocol = {
  ...protocol,
  prepare(store, start) {
    const find = protocol.prepare(store, start)
    return (...asked) => {
      const found = find(...asked)
      // Without a protocol, a list of codes, whatever the time.
      return { ...found, begins: found.entity === undefined ? Number.NEGATIVE_INFINITY : chainsBegin }
    }
  },
}

export const tvl = family(
  {
    name: 'tvl',
    about: 'Total value locked in DeFi protocols.',
    dataset: { commodity: 'tvl', versions: ['v1'] },
    echo: 'dates',
  },
  [
    operation({
      id: 'listValuesLocked',
      summary: 'Daily total value locked of a protocol',
      description:
        'The value of all assets in the pools and lending markets of a DeFi protocol at each midnight (UTC), ' +
        'for comparing protocols by size. Records are ordered by `timestamp`, in seconds; `tvl` is in USD. ' +
        'Without `protocol`, `data` lists the codes of all protocols in alphabetical order. Also served under ' +
        '`/v2/data/tvl/`. Example: January for one protocol with ' +
        '`protocol=usp3&start_date=20260101&end_date=20260201`.',
      path: '/v2/data/tvl',
      subject: lockingProtocol,
      query: { protocol: Type.Optional(Code), ...Days, sort: Sort(), page_size: PageSize(1000, 1000) },
      ...choice(({ entity }) => entity !== undefined, days, codes),
      example: { protocol: 'usp3' },
    }),
  ],
)
