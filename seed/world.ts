import { remembered } from '../src/market/made-once.ts'
import type { Range } from '../src/market/time.ts'
import { Blocks } from './blocks.ts'
import { assets } from './catalogue/assets/asset-catalogue.ts'
import { series } from './catalogue/instruments/derivative-listings.ts'
import { contracts, passingListings, passingTimes, seriesBegins } from './catalogue/instruments/expiring-instruments.ts'
import { type Instrument, isFilledAhead } from './catalogue/instruments/instrument.ts'
import { standingInstruments } from './catalogue/instruments/standing-instruments.ts'
import { widerInstruments, widerNames } from './catalogue/instruments/wider-instruments.ts'
import { poolHistories } from './pools/pool-histories.ts'
import { Prices } from './prices/prices.ts'
import { type ProfileName, profiles } from './profiles.ts'
import { Calendar } from './scenarios/calendar.ts'
import { anySubjects, fixedSubjects } from './scenarios/subjects.ts'
import { suppliesAhead } from './supply/supplies.ts'
import { marketActivity } from './trading/market-activity.ts'
import { Crowds } from './trading/orders/crowd.ts'

/** A range of ids that excludes its end. */
export interface IdRange {
  from: number
  below: number
}

export const onePart: IdRange = { from: 0, below: Number.MAX_SAFE_INTEGER }

type Listing = Pick<Instrument, 'exchange' | 'class' | 'code'>

/** Every value is a function of seed, profile, entity and time. */
export function createWorld(options: { seed: string; profile: ProfileName; part?: IdRange }) {
  const { seed, part = onePart } = options
  const profile = profiles[options.profile]
  const all = standingInstruments(seed)
  const calendar = new Calendar(seed, profile.scenarioDays, profile.only ? fixedSubjects : anySubjects(all))
  const prices = new Prices(seed, assets, calendar)
  const blocks = new Blocks(seed)
  const activity = marketActivity(seed, prices.regime, all)
  const crowds = new Crowds(seed, prices)
  return {
    seed,
    profile,
    calendar,
    prices,
    blocks,
    activity,
    crowds,
    pools: poolHistories({ seed, prices, blocks, activity, crowds, pace: profile.swapPace }),
    /** Those that are written ahead. */
    supplies: suppliesAhead({ seed, blocks }),
    /** This part also writes everything without instruments. */
    leads: part.from === 0,
    /** Whether the part is the whole market, so that it may write sums over other rows. */
    whole: options.part === undefined,
    ...listingsOf(seed, prices, all, profile.only && new Set(profile.only), part),
  }
}

/** Instruments of a world. @param only names of those of a short profile */
function listingsOf(seed: string, prices: Prices, all: Instrument[], only: Set<string> | null, part: IdRange) {
  const openings = remembered((base: string) => remembered((hour: number) => prices.opening(base, hour)))
  const has = (one: Listing) => only?.has(nameOf(one)) ?? true
  const filled = all.filter(has)
  const contractSeries = series.filter(one => has({ ...one, code: `${one.base}-${one.quote}` }))
  const inPart = (instruments: Instrument[]) =>
    instruments.filter(({ id }) => id >= part.from && id < part.below).sort((a, b) => a.id - b.id)
  const passed = (range: Range) => (only ? [] : passingListings(seed, range))
  /** Instruments that are filled when asked. Making them takes as long as the rest of the world. */
  const wider = () => (only ? [] : widerInstruments(seed))

  /** What the profile fills ahead. */
  function instruments(range: Range): Instrument[] {
    const expiring = contractSeries.flatMap(one => contracts(seed, one, openings, range, only !== null))
    const standing = filled.filter(({ listed }) => listed < range.to)
    return inPart([...standing, ...passed(range), ...expiring])
  }

  return {
    instruments,

    /** As `instruments`, with those that are filled when asked, and all that have ended before but contracts. */
    listed(range: Range): Instrument[] {
      const { from, to } = range
      const passedBefore = passed({ from: passingTimes.from, to: from }).filter(({ ended }) => ended <= from)
      return [...instruments(range), ...inPart([...wider().filter(({ listed }) => listed < to), ...passedBefore])]
    },

    /** Of any time, except contracts that expire. */
    standing: (): Instrument[] => [...filled, ...passed(passingTimes), ...wider()],

    /** The day from which an exchange lists futures or options; undefined if it has none. */
    contractsSince(exchange: string): number | undefined {
      const days = contractSeries.filter(one => one.exchange === exchange).map(one => seriesBegins(seed, one))
      return days.length > 0 ? Math.min(...days) : undefined
    },

    /** The instrument that a pool trades, if the profile has it. */
    traded(pool: number): Instrument | undefined {
      return (isFilledAhead(pool) ? filled : wider()).find(({ pools }) => pools.includes(pool))
    },

    /** Instruments of larger profiles; for expiring ones, their underlying pairs. */
    omitted: (): Listing[] => (only ? largerListings(all.filter(one => !has(one))) : []),
  }
}

function largerListings(standing: Instrument[]): Listing[] {
  const expiring = series.map(one => ({ ...one, code: `${one.base}-${one.quote}` }))
  const listings = [...standing, ...widerNames(), ...expiring].map(
    ({ exchange, class: kind, code }): Listing => ({ exchange, class: kind, code }),
  )
  return [...new Map(listings.map(one => [nameOf(one), one])).values()]
}

function nameOf({ exchange, class: kind, code }: Listing): string {
  return `${exchange} ${kind} ${code}`
}

export type World = ReturnType<typeof createWorld>
