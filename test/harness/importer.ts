import { importRecords, parseInstrument } from '../../src/store/own/import.ts'

/** A process that imports 500 trades of an exchange of its own, or fails, whenever it is asked to. */
process.on('message', ({ path, name, fails }: { path: string; name: string; fails: boolean }) => {
  const lines = Array.from({ length: 500 }, (_, n) => `${Date.UTC(2026, 0, 30) + n},1,1`)
  const trades = { name: 'trades.csv', text: ['timestamp,price,amount', ...lines].join('\n') }
  const reference = { name: 'reference.csv', text: 'record,exchange_code,class,code\ninstrument,none,spot,a-b\n' }
  try {
    const instrument = parseInstrument(`${name}/spot/foo-usd`)
    const imported = importRecords(path, instrument, fails ? { reference } : { trades })
    process.send!(`imported ${imported.trades}`)
  } catch (error) {
    process.send!((error as Error).message)
  }
})
