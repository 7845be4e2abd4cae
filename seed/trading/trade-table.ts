import { TradeBlockWriter } from '../../src/market/trade-block.ts'
import type { TradeForm } from '../../src/market/trade-form.ts'
import type { Sink } from '../sink.ts'
import { BlockTable } from './block-table.ts'
import type { Tape } from './tape.ts'

export class TradeTable {
  readonly #blocks: BlockTable
  readonly #writer = new TradeBlockWriter()

  constructor(sink: Sink) {
    this.#blocks = new BlockTable(sink, 'trade_block', ['instrument'], 'trades')
  }

  open(instrument: number, form: TradeForm): void {
    this.#writer.use(form)
    this.#blocks.open([instrument], this.#writer)
  }

  add({ times, ids, versions, prices, amounts, sides }: Tape, first: number, end: number): void {
    if (first === end) return
    this.#blocks.start()
    for (let i = first; i < end; i++) {
      if (this.#writer.isFull(times[i]!)) this.#blocks.next()
      this.#writer.add(times[i]!, ids[i]!, versions[i]!, prices[i]!, amounts[i]!, sides[i]!)
    }
  }

  close(): void {
    this.#blocks.close()
  }

  flush(): void {
    this.#blocks.flush()
  }
}
