import { TradeBlockWriter } from '../../../src/market/trades/trade-block.ts'
import type { TradeForm } from '../../../src/market/trades/trade-form.ts'
import type { Sink } from '../../sink.ts'
import type { Tape } from '../tape.ts'
import { type BlockCut, BlockTable } from './block-table.ts'

export class TradeTable {
  readonly #blocks: BlockTable
  readonly #writer = new TradeBlockWriter()

  constructor(sink: Sink, cut: BlockCut = 'following') {
    this.#blocks = new BlockTable(sink, 'trade_block', ['instrument'], cut)
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

  /** Bytes that the blocks of the open instrument have grown by. */
  close(): number {
    this.#blocks.close()
    return this.#blocks.takeGrown()
  }

  flush(): void {
    this.#blocks.flush()
  }
}
