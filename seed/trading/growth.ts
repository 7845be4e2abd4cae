import { remembered } from '../../src/market/made-once.ts'
import { turnovers } from '../../src/market/past-years.ts'
import { day as dayMs } from '../../src/market/time.ts'

/**
 * Size of orders on a day, relative to 2025, and equally their number: each is the square root of turnover, because both have
 * grown. @param day counted from 1970
 */
export const growthOn = remembered((day: number) => Math.sqrt(turnovers.at(day * dayMs)))
