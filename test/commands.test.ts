import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import Database from 'better-sqlite3'
import { readSettings } from '../src/commands/read-settings.ts'
import { csv, ndjson } from '../src/commands/row-formats.ts'
import { commandHelp, commandNames, ownFlags } from '../src/commands/usage/command-help.ts'
import { helpText } from '../src/commands/usage/help.ts'
import { flagOf, SettingsFailure, settingNames } from '../src/settings.ts'
import type { Row } from '../src/store/store.ts'
import { StoreFailure } from '../src/store/store-failure.ts'
import { declaredTables } from '../src/store/store-tables.ts'
import { command, failureOf, outcomeOf, root, runProgram } from './harness/command.ts'
import { end, storePath } from './harness/store.ts'
import { digestOf } from './harness/store-checks.ts'
import t, { type Test } from './harness/tap.ts'

const now = new Date(end).toISOString()
const tests = { SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: now, SANDBOX_DATA: storePath }

/** A copy of a store that a test may modify. */
function copyOfStore(t: Test): string {
  const path = `${t.testdir()}/copy.sqlite`
  copyFileSync(storePath, path)
  return path
}

t.test('the help names every command and fits a terminal', async t => {
  const { code, stdout } = await command(['--help'])
  t.equal(code, 0)
  const lines = stdout.trimEnd().split('\n')
  t.ok(lines.length <= 24, `${lines.length} lines`)
  for (const line of lines) t.ok([...line].length <= 80, line)
  for (const name of commandNames) t.match(stdout, new RegExp(`^  ${name}\\b`, 'm'))
  for (const args of [['-h'], ['help']]) t.equal((await outcomeOf(args)).stdout, stdout, args.join(' '))
  t.throws(() => helpText('sede'), { message: /no help for "sede" \(did you mean "seed"\?\)/ })
})

t.test('the help of settings names every flag, with its values and its default', async t => {
  const help = helpText('settings')
  for (const name of [...settingNames, 'config']) t.match(help, new RegExp(`^  --${flagOf(name)}\\b`, 'm'))
  t.match(help, /^ {2}--profile .*tiny, standard, large \(standard\)$/m)
})

t.test('the help of each command names its own flags and shows examples of it', async t => {
  for (const name of commandNames) {
    const help = `${helpText(name)}\n`
    t.match(help, new RegExp(`^market-data-sandbox ${name} `))
    for (const flag of ownFlags(name)) t.match(help, new RegExp(`^  --${flag} `, 'm'))
    for (const example of commandHelp[name]!.examples) t.match(help, `\n  market-data-sandbox ${example}\n`)
  }
  for (const args of [
    ['help', 'export'],
    ['export', '-h'],
    ['export', '--help'],
  ])
    t.same(await outcomeOf(args), { code: 0, stdout: `${helpText('export')}\n`, stderr: '' })
})

t.test('the printed version is the version of the package', async t => {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  for (const flag of ['--version', '-v'])
    t.same(await outcomeOf([flag]), { code: 0, stdout: `${version}\n`, stderr: '' })
})

t.test('export without a table lists the tables that it knows, as the completion does', async t => {
  const { code, stdout } = await outcomeOf(['export'], tests)
  t.equal(code, 0)
  const names = stdout.trimEnd().split('\n')
  t.same(names, ['bar', 'trade', ...declaredTables()].sort())
  t.ok(names.length > 30, 'many names are listed')
})

t.test('a shell completes commands, flags and their values', async t => {
  const script = (await outcomeOf(['completion', 'bash'])).stdout
  const complete = async (...words: string[]) => {
    const line = words.map(word => `'${word}'`).join(' ')
    const asked = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _market_data_sandbox; echo "\${COMPREPLY[@]}"`
    return (await runProgram('bash', ['-c', `${script}\n${asked}`])).stdout.trim()
  }
  t.equal(await complete('market-data-sandbox', 'ex'), 'export exec')
  t.equal(await complete('market-data-sandbox', 'he'), 'health help')
  t.equal(await complete('market-data-sandbox', 'serve', '--pro'), '--profile')
  t.equal(await complete('market-data-sandbox', 'serve', '--profile', ''), 'tiny standard large')
  t.equal(await complete('market-data-sandbox', 'export', 'trade', '--inst'), '--instrument')
  t.equal(await complete('market-data-sandbox', 'seed', '--inst'), '')
  t.equal(await complete('market-data-sandbox', 'export', 'tr'), 'trade trade_block')
  t.equal(await complete('market-data-sandbox', 'export', '--format', ''), 'ndjson csv')
  t.equal(await complete('market-data-sandbox', 'completion', ''), 'bash zsh fish')
  t.equal(await complete('market-data-sandbox', 'help', ''), [...commandNames, 'settings'].join(' '))
  t.equal(await complete('market-data-sandbox', 'help', 'se'), 'serve seed settings')
  t.match((await outcomeOf(['completion', 'zsh'])).stdout, /^autoload -U \+X bashcompinit/)
  t.match(
    (await outcomeOf(['completion', 'fish'])).stdout,
    /^complete -c market-data-sandbox -l profile -xa 'tiny standard large'$/m,
  )
  t.match(await failureOf(['completion', 'tcsh'], {}), { message: /the shell must be bash, zsh or fish, not "tcsh"/ })
})

t.test('a flag that npm took for itself is explained', async t => {
  t.match(await failureOf(['tiny'], { npm_lifecycle_event: 'start' }), {
    message: /^unknown command "tiny".*; npm passes flags only after --, as in npm start -- --profile tiny$/,
  })
})

t.test('wrong usage exits with 2 and one line that names what would be right', async t => {
  const cases: [args: string[], line: RegExp][] = [
    [['sede'], /unknown command "sede" \(did you mean "seed"\?\)/],
    [['frobnicate'], /unknown command "frobnicate"; known are serve, seed, verify, import, rebuild, export, check/],
    [['serve', 'now'], /unexpected argument "now"/],
    [['seed', '--profle=tiny'], /--profle.*did you mean "--profile"/],
    [['seed', '--format=csv'], /--format/],
    [['verify', '--profile=huge'], /profile.*"huge"/],
    [['export', 'trades'], /unknown table "trades" \(did you mean "trade"\?\)/],
    [['export', 'nonsense'], /unknown table "nonsense"; known are alias, asset, /],
    [['export', 'trade', '--format=xml'], /--format must be ndjson or csv, not "xml"/],
    [['export', 'trade', '--fromat=csv'], /--fromat.*did you mean "--format"/],
    [['export', 'trade', '--from=yesterday'], /--from must be an ISO 8601 time, not "yesterday"/],
    [['export', 'trade', '--instrument=cbse/spot/btc-usdd'], /--instrument.*did you mean "cbse\/spot\/btc-usd"/],
    [['export', 'trade', '--instrument=btc'], /--instrument: unknown instrument "btc".*exchange\/class\/code/],
    [['export', 'asset', '--instrument=cbse/spot/btc-usd'], /table asset has no column instrument/],
    [['serve', '-p', 'many'], /port .*"many"/],
    [['serve', '--ready-file=/nowhere/at/all'], /--ready-file cannot be written: ENOENT/],
    [['completion', 'toString'], /the shell must be bash, zsh or fish, not "toString"/],
    [['seed', '--seed', '-5'], /^--seed needs a value: --seed=…$/],
    [['seed', '--tls', 'TRUE', '--maintenance', '0', 'now'], /unexpected argument "now"/],
    [['completion'], /missing argument bash\|zsh\|fish/],
    [['check'], /no command to run: market-data-sandbox check/],
    [['exec', '--profile=tiny'], /no command to run: market-data-sandbox exec/],
    [['exec', '--'], /no command to run/],
    [['exec', '--profle=tiny', '--', 'true'], /--profle.*did you mean "--profile"/],
    [['export', 'exchange', '--to=2026-01-30'], /table exchange has no time column/],
  ]
  for (const [args, expected] of cases) {
    const failure = await failureOf(args, tests)
    t.ok(failure instanceof SettingsFailure, args.join(' '))
    t.match(failure, { message: expected })
    t.match(failure, { message: /^[^\n]+$/ })
  }
  const [[args, expected]] = cases as [(typeof cases)[number]]
  const { code, stdout, stderr } = await command(args, { env: tests })
  t.same([code, stdout], [2, ''])
  t.match(stderr, expected)
  t.match(stderr, /^market-data-sandbox: [^\n]+\n$/)
})

t.test(
  'flags take precedence over the environment, the environment over the file, and empty values are absent',
  async t => {
    const config = `${t.testdir({ file: '{"seed":"file","profile":"large","port":1}' })}/file`
    const read = async (environment: Record<string, string>, ...flags: string[]) => {
      const { seed, profile, port } = await readSettings(flags, { SANDBOX_CONFIG: config, ...environment })
      return [seed, profile, port]
    }
    t.same(await read({}), ['file', 'large', 1])
    t.same(await read({ SANDBOX_SEED: 'variable', SANDBOX_PROFILE: '', PORT: '2' }), ['variable', 'large', 2])
    t.same(await read({ SANDBOX_SEED: 'variable', PORT: '2', SANDBOX_PORT: '3' }, '--seed=flag'), ['flag', 'large', 3])
  },
)

t.test('a settings file or key file with invalid JSON is named in one line, whatever its content', async t => {
  const folder = t.testdir({ 'lines.json': 'no\nJSON\n', 'half.json': '{\n  "port": 1,\n' })
  for (const [setting, name] of ['config', 'keys'].flatMap(setting => [
    [setting, 'lines.json'],
    [setting, 'half.json'],
  ])) {
    const failure = await failureOf([`--${setting}=${folder}/${name}`], tests)
    t.ok(failure instanceof SettingsFailure, 'it is a failure of the settings')
    t.match(failure, { message: new RegExp(`^${setting} .*/${name} cannot be read: [^\\n]+$`) })
  }
})

t.test('an old Node gets a one-line message', async t => {
  const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"22.17.1"}})'
  const { code, stderr } = await command(['--version'], { nodeArgs: ['--import', older] })
  t.equal(code, 2)
  t.match(
    stderr,
    /^market-data-sandbox: needs Node 22\.18 or later, and this is v[\d.]+; npm ci installs Node 24 here\n$/,
  )
})

t.test('an old Node of another project gets the command that installs one', async t => {
  const folder = t.testdir({ 'main.js': readFileSync(`${root}/src/main.js`) })
  const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.19.0"}})'
  const { code, stderr } = await runProgram(process.execPath, ['--import', older, `${folder}/main.js`])
  t.equal(code, 2)
  t.match(stderr, /; npm install --save-dev node@24 installs one\n$/)
})

t.test('a clone without its libraries says which command installs them, on any Node', async t => {
  const folder = t.testdir({ src: { 'main.js': readFileSync(`${root}/src/main.js`), commands: { 'run.ts': '' } } })
  const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})'
  for (const nodeArgs of [[], ['--import', older]]) {
    const { code, stderr } = await runProgram(process.execPath, [...nodeArgs, `${folder}/src/main.js`])
    t.same([code, stderr], [2, 'market-data-sandbox: run npm ci first: it installs the libraries and Node 24\n'])
  }
})

t.test('verify finds no fault in a store as built', async t => {
  const { code, stdout, stderr } = await outcomeOf(['verify'], tests)
  t.equal(code, 0)
  t.equal(stderr, '')
  const [first, ...checks] = stdout.trimEnd().split('\n')
  t.match(first, digestOf(storePath))
  t.ok(checks.length >= 9, 'verify has its checks')
  for (const line of checks) t.match(line, /^ok {4}\S/)
})

t.test('verify accepts a store of another source without recorded counts and bars', async t => {
  const data = copyOfStore(t)
  new Database(data)
    .exec("UPDATE store SET value = 'recorder' WHERE name = 'source'; DELETE FROM bar_block; DELETE FROM fingerprint")
    .close()
  const { code, stdout } = await outcomeOf(['verify'], { ...tests, SANDBOX_DATA: data })
  t.equal(code, 0)
  t.same(stdout.match(/^skip .*$/gm), [
    'skip  the digest matches the rows (own data)',
    'skip  the first hour is what the seed generates (own data)',
  ])
})

t.test('every command refuses a pipe or a device in place of a store, at once', async t => {
  const pipe = `${t.testdir()}/pipe`
  execFileSync('mkfifo', [pipe])
  const refusal = /cannot be opened: it is not a regular file; set data \(SANDBOX_DATA\)/
  for (const data of [pipe, '/dev/null'])
    for (const args of [['serve'], ['seed'], ['verify'], ['export', 'trade']]) {
      const failure = await failureOf(args, { ...tests, SANDBOX_DATA: data, SANDBOX_PORT: '0' })
      t.match((failure as Error).message, refusal, `${args} ${data}`)
    }
  const { code, stderr } = await command(['serve'], { env: { ...tests, SANDBOX_DATA: pipe, SANDBOX_PORT: '0' } })
  t.equal(code, 1)
  t.match(stderr, refusal)
})

t.test('verify and export refuse a file that is not a store, without a stack trace', async t => {
  for (const args of [['verify'], ['export', 'trade']]) {
    const path = relative(process.cwd(), `${t.testdir()}/none.sqlite`)
    const failure = await failureOf(args, { ...tests, SANDBOX_DATA: path })
    t.ok(failure instanceof StoreFailure, 'it is a failure of the store')
    t.match(failure, { message: /^the store \/\S*none\.sqlite does not exist; the command seed builds it$/ })
  }
  const env = { ...tests, SANDBOX_DATA: `${t.testdir()}/none.sqlite` }
  const { code, stderr } = await command(['verify'], { env })
  t.equal(code, 1)
  t.match(stderr, /^market-data-sandbox: the store \S+ does not exist; [^\n]+\n$/)
})

t.test('a folder is refused as a store, with a message', async t => {
  const folder = t.testdir()
  for (const args of [['serve'], ['seed'], ['verify']]) {
    const failure = await failureOf(args, { ...tests, SANDBOX_DATA: folder, SANDBOX_PORT: '0' })
    t.ok(failure instanceof StoreFailure, 'it is a failure of the store')
    t.match(failure, {
      message: /^the store \S+ cannot be opened: it is a folder; set data \(SANDBOX_DATA\) to [^\n]+$/,
    })
  }
})

t.test('export writes every row of a table as NDJSON or CSV', async t => {
  const database = new Database(storePath, { readonly: true })
  t.teardown(() => database.close())
  const instruments = database.prepare('SELECT * FROM instrument').all() as Record<string, string>[]
  const names = new Map<unknown, string>(
    instruments.map(one => [one.id, `${one.exchange_code}/${one.class}/${one.code}`]),
  )
  // Among them have numbers with fractions, NULL, commas, quotation marks and bytes.
  const text = (value: unknown) => (value instanceof Buffer ? value.toString('hex') : value)
  for (const table of ['liquidation', 'asset', 'instrument', 'supply_day']) {
    const raw = database.prepare(`SELECT * FROM "${table}"`).all() as object[]
    const cell = (name: string, value: unknown) => (name === 'instrument' ? names.get(value) : text(value))
    const rows = raw.map(row => Object.fromEntries(Object.entries(row).map(([name, one]) => [name, cell(name, one)])))
    const [columns, values] = [Object.keys(rows[0]!), rows.map(row => Object.values(row) as Row)]
    const json = [...ndjson(columns, values)].join('')
    t.equal(json, rows.map(row => `${JSON.stringify(row)}\n`).join(''), table)
    const lines = [...csv(columns, values)].join('')
    const [head, ...records] = parseCsv(lines)
    const texts = rows.map(row => head!.map(name => (row[name!] === null ? null : String(row[name!]))))
    t.equal(JSON.stringify(records), JSON.stringify(texts), table)
    const format = ['asset', 'supply_day'].includes(table) ? 'csv' : 'ndjson'
    const { stdout } = await outcomeOf(['export', table, '--format', format], tests)
    t.equal(stdout, format === 'csv' ? lines : json, `${table} as ${format}`)
  }
  t.equal([...csv(['text', 'null'], [['', null]])].join(''), 'text,null\n"",\n')
})

/** Parses RFC 4180 strictly: an unquoted empty field is null. */
function parseCsv(text: string): (string | null)[][] {
  const records: (string | null)[][] = [[]]
  for (const [, quoted, bare, edge] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    records.at(-1)!.push(quoted !== undefined ? quoted.replaceAll('""', '"') : bare === '' ? null : bare!)
    if (edge === '\n') records.push([])
  }
  return records.slice(0, -1)
}

t.test('export selects a time range with an exclusive end', async t => {
  const range = (from: string, to: string) => outcomeOf(['export', 'trade', '--from', from, '--to', to], tests)
  const times = ({ stdout }: { stdout: string }) =>
    stdout
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line).timestamp as number)
  const [all, early, late] = await Promise.all([
    range('2026-01-30', '2026-01-31'),
    range('2026-01-30', '2026-01-30T12:00Z'),
    range('2026-01-30T14:00+02:00', '2026-01-31'),
  ])
  t.ok(times(all).length > 1000, 'the whole export has many trades')
  t.ok(
    times(late).every(time => time >= Date.UTC(2026, 0, 30, 12)),
    'the export begins at the time asked for',
  )
  t.same([...times(early), ...times(late)].sort(), times(all).sort())
})

t.test('export takes one instrument by its name', async t => {
  const name = 'cbse/spot/btc-usd'
  for (const [table, args] of Object.entries({
    trade: ['--from', '2026-01-30T23:00Z'],
    bar: [],
    order_book_shape: [],
  })) {
    const all = (await outcomeOf(['export', table, ...args], tests)).stdout.trimEnd().split('\n')
    const one = await outcomeOf(['export', table, ...args, '--instrument', name.toUpperCase()], tests)
    const own = all.filter(line => JSON.parse(line).instrument === name)
    t.ok(own.length > 0 && own.length < all.length, table)
    t.equal(one.stdout, own.map(line => `${line}\n`).join(''))
  }
})

t.test('a clock before or after the world is refused with the times that work', async t => {
  for (const [command, now] of [
    ['seed', '1999-01-01'],
    ['seed', '2022-01-03'],
    ['serve', '2016-12-31'],
    ['seed', '9999-12-31'],
  ] as const) {
    const options = [command, '--profile', 'tiny', '--now', now, '--port', '0']
    const { message } = (await failureOf(options, { ...tests, SANDBOX_DATA: `${t.testdir()}/early.sqlite` })) as Error
    t.match(message, `now is ${now}T00:00:00.000Z; for a store of the profile tiny`)
    t.match(
      message,
      'it must be from 2022-01-04T00:00:00.000Z to 2500-01-01T00:00:00.000Z, for serve with a history from 2017-01-01T',
    )
  }
})

t.test('a full disk below the output is one line and exit code 1', { skip: !existsSync('/dev/full') }, async t => {
  const run = (args: string) => runProgram('sh', ['-c', `"$0" ${args} > /dev/full`, process.execPath], { cwd: root })
  for (const args of ['src/main.js help', `src/main.js export asset --data ${storePath}`]) {
    const { code, stderr } = await run(args)
    t.equal(code, 1)
    t.match(stderr, /^market-data-sandbox: ENOSPC: no space left on device, write\n$/)
  }
})
