import { latestKept } from '../made-once.ts'
import { Noise } from '../numbers/noise.ts'
import { exp } from '../numbers/portable-math.ts'
import { minute } from '../time.ts'

const step = 5 * minute
/** Steps between the nodes of a book's depth, and the deviations of its logarithm. */
const common = [
  { steps: 29, deviation: 0.2 },
  { steps: 217, deviation: 0.13 },
  { steps: 5_119, deviation: 0.3 },
]
/** The two sides differ for hours. */
const own = { steps: 71, deviation: 0.22 }
/** Bursts of orders: minutes between the nodes, and how much thinner books are. */
const bursts = { minutes: 11, thinner: 0.3 }
const kept = 256

/** Bursts of orders that meet a book, which makes it thinner. @param key of the book */
export function burstsOf(key: number): Noise {
  return new Noise(key + 31, bursts.minutes * minute)
}

/** The depth of a side relative to usual: slow, in steps of five minutes. */
export class DepthNoise {
  readonly #noises: readonly { noise: Noise; deviation: number }[]
  readonly #bursts: Noise
  readonly #ofStep = latestKept(kept, n => this.#compute(n))

  constructor(bookKey: number, sideKey: number) {
    this.#noises = [
      ...common.map(({ steps, deviation }, n) => ({ noise: new Noise(bookKey + 11 + n, steps), deviation })),
      { noise: new Noise(sideKey + 21, own.steps), deviation: own.deviation },
    ]
    this.#bursts = burstsOf(bookKey)
  }

  at(time: number): number {
    return this.#ofStep(Math.floor(time / step))
  }

  #compute(n: number): number {
    const noises = this.#noises
    let sum = -bursts.thinner * this.#bursts.at(n * step)
    for (let i = 0; i < noises.length; i++) sum += noises[i]!.deviation * noises[i]!.noise.at(n)
    return exp(sum)
  }
}
