import { day, hour } from '../../../src/market/time.ts'
import { BarBlockWriter, type StoredBar } from '../../../src/market/trades/bar-block.ts'
import type { Instrument } from '../../catalogue/instruments/instrument.ts'
import { finestTick } from '../../catalogue/venues/past-steps.ts'
import type { Sink } from '../../sink.ts'
import { type BlockCut, BlockTable } from './block-table.ts'

/** Writes bars of hours and days, one instrument after another. */
export class BarTable {
  readonly hours: BarSeries
  readonly days: BarSeries

  constructor(sink: Sink, cut: BlockCut = 'following') {
    this.hours = new BarSeries(sink, hour, cut)
    this.days = new BarSeries(sink, day, cut)
  }

  /** Opens the bars of an instrument; `close` ends them. */
  open(instrument: Instrument): void {
    for (const series of [this.hours, this.days]) series.open(instrument)
  }

  close(): void {
    for (const { blocks } of [this.hours, this.days]) blocks.close()
  }

  flush(): void {
    for (const { blocks } of [this.hours, this.days]) blocks.flush()
  }
}

/** Bars of one width. */
export class BarSeries {
  readonly #width: number
  readonly blocks: BlockTable
  readonly #writer = new BarBlockWriter()

  constructor(sink: Sink, width: number, cut: BlockCut) {
    this.#width = width
    this.blocks = new BlockTable(sink, 'bar_block', ['instrument', 'width'], cut)
  }

  open(instrument: Instrument): void {
    const { id, lot } = instrument
    this.#writer.use({ priceStep: finestTick(instrument), amountStep: lot, width: this.#width })
    this.blocks.open([id, this.#width], this.#writer)
  }

  /** Bars follow the stored ones. */
  add(bar: StoredBar): void {
    this.blocks.start()
    if (this.#writer.isFull(bar.timestamp)) this.blocks.next()
    this.#writer.add(bar)
  }
}
