import { remembered } from '../src/market/made-once.ts'
import type { Range } from '../src/market/time.ts'
import { Blocks } from './blocks.ts'
import { assets } from './catalogue/assets/asset-catalogue.ts'
import { type Series, series } from './catalogue/instruments/derivative-listings.ts'
import { contracts, passingListings, passingTimes, seriesBegins } from './catalogue/instruments/expiring-instruments.ts'
import { type Instrument, isFilledAhead } from './catalogue/instruments/instrument.ts'
import { standingInstruments } from './catalogue/instruments/standing-instruments.ts'
import { widerInstruments, widerNames } from './catalogue/instruments/wider-instruments.ts'
import { poolHistories } from './pools/pool-histories.ts'
import { Prices } from './prices/prices.ts'
import { type Profile, type ProfileName, profiles } from './profiles.ts'
import { Calendar } from './scenarios/calendar.ts'
import { anySubjects, fixedSubjects } from './scenarios/subjects.ts'
import { type CountedSupply, suppliesAhead } from './supply/supplies.ts'
import { type MarketActivity, marketActivity } from './trading/market-activity.ts'
import { Crowds } from './trading/orders/crowd.ts'

/** A range of ids that excludes its end. */
export interface IdRange {
  from: number
  below: number
}

const wholeWorld: IdRange = { from: 0, below: Number.MAX_SAFE_INTEGER }

type Listing = Pick<Instrument, 'exchange' | 'class' | 'code'>

/** Every value is a function of seed, profile, entity and time. */
export class World {
  readonly seed: string
  readonly profile: Profile
  readonly calendar: Calendar
  readonly prices: Prices
  readonly blocks: Blocks
  readonly activity: MarketActivity
  readonly crowds: Crowds
  readonly pools: ReturnType<typeof poolHistories>
  /** Those that are written ahead. */
  readonly supplies: readonly CountedSupply[]
  readonly #openings = remembered((base: string) => remembered((hour: number) => this.prices.opening(base, hour)))
  readonly #standing: Instrument[]
  readonly #only: Set<string> | null
  readonly #part: IdRange

  constructor(seed: string, profile: Profile, part: IdRange) {
    this.#part = part
    this.seed = seed
    this.profile = profile
    const standing = standingInstruments(seed)
    const subjects = profile.only ? fixedSubjects : anySubjects(standing)
    this.calendar = new Calendar(seed, profile.scenarioDays, subjects)
    this.prices = new Prices(seed, assets, this.calendar)
    this.blocks = new Blocks(seed)
    this.activity = marketActivity(seed, this.prices.regime, standing)
    this.crowds = new Crowds(seed, this.prices)
    const { prices, blocks, activity, crowds } = this
    this.pools = poolHistories({ seed, prices, blocks, activity, crowds, pace: profile.swapPace })
    this.supplies = suppliesAhead(this)
    this.#only = profile.only && new Set(profile.only)
    this.#standing = standing.filter(instrument => this.#has(instrument))
  }

  /** This part also writes everything without instruments. */
  get leads(): boolean {
    return this.#part.from === 0
  }

  /** Whether the part is the whole market, so that it may write sums over other rows. */
  get whole(): boolean {
    return this.#part === wholeWorld
  }

  /** What the profile fills ahead. */
  instruments(range: Range): Instrument[] {
    const short = this.#only !== null
    const passing = short ? [] : passingListings(this.seed, range)
    const expiring = this.#series.flatMap(one => contracts(this.seed, one, this.#openings, range, short))
    const standing = this.#standing.filter(({ listed }) => listed < range.to)
    const all = [...standing, ...passing, ...expiring]
    return this.#inPart(all)
  }

  /** As `instruments`, with those that are filled when asked, and all that have ended before but contracts. */
  listed(range: Range): Instrument[] {
    const wider = this.#wider().filter(({ listed }) => listed < range.to)
    return [...this.instruments(range), ...this.#inPart([...wider, ...this.#passedBefore(range)])]
  }

  /** Of any time, except contracts that expire. */
  standing(): Instrument[] {
    const passing = this.#only === null ? passingListings(this.seed, passingTimes) : []
    return [...this.#standing, ...passing, ...this.#wider()]
  }

  /** The day from which an exchange lists futures or options; undefined if it has none. */
  contractsSince(exchange: string): number | undefined {
    const days = this.#series.filter(one => one.exchange === exchange).map(one => seriesBegins(this.seed, one))
    return days.length > 0 ? Math.min(...days) : undefined
  }

  /** The instrument that a pool trades, if the profile has it. */
  traded(pool: number): Instrument | undefined {
    const trading = isFilledAhead(pool) ? this.#standing : this.#wider()
    return trading.find(({ pools }) => pools.includes(pool))
  }

  /** Instruments of larger profiles; for expiring ones, their underlying pairs. */
  omitted(): Listing[] {
    if (this.#only === null) return []
    const expiring = series.map(one => ({ ...one, code: `${one.base}-${one.quote}` }))
    const standing = standingInstruments(this.seed).filter(instrument => !this.#has(instrument))
    const codes = [...standing, ...widerNames(), ...expiring].map(
      ({ exchange, class: kind, code }): [string, Listing] => [
        `${exchange} ${kind} ${code}`,
        { exchange, class: kind, code },
      ],
    )
    return [...new Map(codes).values()]
  }

  get #series(): Series[] {
    return series.filter(one => this.#has({ ...one, code: `${one.base}-${one.quote}` }))
  }

  #passedBefore({ from }: Range): Instrument[] {
    if (this.#only !== null) return []
    return passingListings(this.seed, { from: passingTimes.from, to: from }).filter(({ ended }) => ended <= from)
  }

  /** Instruments that are filled when asked. Making them takes as long as the rest of the world. */
  #wider(): Instrument[] {
    return this.#only === null ? widerInstruments(this.seed) : []
  }

  #inPart(instruments: Instrument[]): Instrument[] {
    const { from, below } = this.#part
    return instruments.filter(({ id }) => id >= from && id < below).sort((a, b) => a.id - b.id)
  }

  #has({ exchange, class: kind, code }: Listing): boolean {
    return this.#only?.has(`${exchange} ${kind} ${code}`) ?? true
  }
}

export function createWorld(options: { seed: string; profile: ProfileName; part?: IdRange }): World {
  return new World(options.seed, profiles[options.profile], options.part ?? wholeWorld)
}
