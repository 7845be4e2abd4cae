interface CommandHelp {
  operands?: string
  summary: string
  about: string
  flags?: Record<string, readonly [value: string, meaning: string]>
  /** Command lines without the name of the program. */
  examples: readonly string[]
}

export const commandHelp: Record<string, CommandHelp> = {
  serve: {
    summary: 'start the server on http://127.0.0.1:4780 (default)',
    about: 'Starts the server. The first start builds the store. SIGTERM and Ctrl+C stop it; SIGHUP reloads settings.',
    flags: { 'ready-file': ['FILE', 'receives {"url":…,"pid":…} when the server is ready; removed when it stops'] },
    examples: [
      '--profile tiny --now 2026-01-31T00:00:00Z',
      'serve -p 0 --ready-file ready.json',
      'serve --validation strict --log-level warn',
    ],
  },
  seed: {
    summary: 'build or extend the store; print its path and digest',
    about: 'Builds the store, or extends one that ends too early, and prints its path, range and digest.',
    examples: ['seed --profile tiny --now 2026-01-31T00:00:00Z --data market.sqlite'],
  },
  verify: {
    summary: 'recompute the store; exit with 1 if anything is wrong',
    about: 'Recomputes the store and prints a line for each check and each fault.',
    examples: ['verify --data market.sqlite'],
  },
  import: {
    summary: 'build a store from your own reference data, trades and books',
    about:
      'Builds or extends a store of your own from exchanges, assets, protocols, pools and instruments, or from trades and order books of one instrument.',
    flags: {
      reference: ['FILE', 'CSV or NDJSON; each record names its kind'],
      instrument: ['NAME', 'instrument of the trades and books, as exchange/class/base-quote'],
      trades: ['FILE', 'CSV or NDJSON'],
      books: ['FILE', 'NDJSON'],
    },
    examples: [
      'import --reference reference.csv --data own.sqlite',
      'import --trades trades.csv --instrument myex/spot/foo-usd --data own.sqlite',
    ],
  },
  rebuild: {
    summary: 'recompute bars and counters of own data after an edit',
    about: 'Recomputes bars, counters and ranges of a store of own data after you edit its trades.',
    examples: ['rebuild --data own.sqlite'],
  },
  export: {
    operands: '[TABLE]',
    summary: 'print a table of the store as NDJSON or CSV',
    about:
      'Prints the rows of a table; without one, the names of the tables. Instruments are named as exchange/class/code.',
    flags: {
      format: ['ndjson|csv', 'default: ndjson'],
      instrument: ['NAME', 'only rows of this instrument, such as cbse/spot/btc-usd'],
      from: ['TIME', 'first time, inclusive'],
      to: ['TIME', 'last time, exclusive'],
    },
    examples: [
      'export trade --instrument cbse/spot/btc-usd --from 2026-01-30T23:00Z',
      'export instrument --format csv',
    ],
  },
  check: {
    operands: '-- COMMAND',
    summary: 'judge a client under scripted faults',
    about: 'Runs a client against scripted faults and prints its report card.',
    flags: {
      junit: ['FILE', 'writes the report as JUnit XML'],
      'expected-failures': ['FILE', 'ids of checks that are known to fail, one per line'],
    },
    examples: [
      'check --profile tiny --junit report.xml -- node client.js',
      'check --tls --hosts us.market.example=us -- node client.js',
    ],
  },
  drift: {
    summary: 'compare the responses of this server and another one',
    about:
      'Sends the same requests to this server and another one and prints structural differences; values are not compared.',
    flags: {
      upstream: ['URL', 'the other server'],
      'key-env': ['NAME', 'environment variable that holds its API key'],
      requests: ['FILE', 'paths with queries, one per line; default: the examples'],
      exclude: ['FILE', 'known differences, one per line'],
      pages: ['N', 'pages to compare per request; default: 2'],
    },
    examples: ['drift --upstream https://market.example --key-env MARKET_KEY'],
  },
  exec: {
    operands: '-- COMMAND',
    summary: 'run a command beside a server of its own',
    about:
      'Starts a server on a free port and runs a command with MARKET_DATA_URL, MARKET_DATA_KEY and MARKET_DATA_CONTROL_URL. Warnings are on standard error; --log-level info adds each request.',
    examples: [
      'exec --profile tiny --now 2026-01-31T00:00:00Z -- npm test',
      'exec --tls --hosts us.market.example=us -- npm test',
      'exec --log-level info -- node client.js',
    ],
  },
  ca: {
    summary: 'print the certificate of the local authority, and how to trust it',
    about: 'Prints the path of the certificate that clients of serve --tls must trust. Standard error explains how.',
    examples: ['ca --hosts us.market.example=us', 'serve --tls --hosts us.market.example=us'],
  },
  health: {
    summary: 'print ready and exit with 0, or print the reason and exit with 1',
    about: 'Asks the server on --host and --port whether it is ready.',
    examples: ['health', 'health --port 5000'],
  },
  completion: {
    operands: 'bash|zsh|fish',
    summary: 'print a completion script',
    about: 'Prints a script that completes commands, flags, their values and topics of help.',
    examples: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/market-data-sandbox.fish'],
  },
}

export const commandNames = Object.keys(commandHelp)

/** A command's own flags: their value and meaning. */
export function flagsOf(name: string): NonNullable<CommandHelp['flags']> {
  return commandHelp[name]!.flags ?? {}
}

export function ownFlags(name: string): string[] {
  return Object.keys(flagsOf(name))
}

export function helpOf(name: string): string {
  const { operands, about, examples } = commandHelp[name]!
  const rows = Object.entries(flagsOf(name)).map(([flag, [value, meaning]]) => [`--${flag} ${value}`, meaning])
  return [
    `market-data-sandbox ${name} [flags]${operands ? ` ${operands}` : ''}`,
    '',
    about,
    ...(rows.length > 0 ? ['', columns(rows)] : []),
    '',
    'Every setting is also a flag: market-data-sandbox help settings',
    '',
    'Examples:',
    ...examples.map(example => `  market-data-sandbox ${example}`),
  ].join('\n')
}

export function commandList(): string {
  return columns(commandNames.map(name => [name, commandHelp[name]!.summary]))
}

/** Two columns, the first as wide as its longest text. */
export function columns(rows: readonly string[][]): string {
  const width = Math.max(...rows.map(([first]) => first!.length)) + 2
  return rows.map(([first, second]) => `  ${first!.padEnd(width)}${second}`).join('\n')
}
