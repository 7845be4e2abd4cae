import { BarBlockWriter, type StoredBar } from '../../src/market/bar-block.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Sink } from '../sink.ts'
import { BlockTable } from './block-table.ts'

export class BarTable {
  readonly #blocks: BlockTable
  readonly #writer = new BarBlockWriter()

  constructor(sink: Sink) {
    this.#blocks = new BlockTable(sink, 'bar_block', ['instrument', 'width'], 'bars')
  }

  add({ id, tick, lot }: Instrument, width: number, bars: readonly StoredBar[]): void {
    if (bars.length === 0) return
    this.#writer.use({ priceStep: tick, amountStep: lot, width })
    this.#blocks.open([id, width], this.#writer)
    this.#blocks.start()
    for (const bar of bars) {
      if (this.#writer.isFull(bar.timestamp)) this.#blocks.next()
      this.#writer.add(bar)
    }
    this.#blocks.close()
  }

  flush(): void {
    this.#blocks.flush()
  }
}
