/** Hours since 1970 of Sunday 1970-01-04 22:00 UTC, when a trading week opened. */
const firstOpening = 94
const hoursPerWeek = 168
/** Currencies and metals trade from Sunday 22:00 to Friday 22:00 UTC. */
const openHours = 120

export const tradingMinutesPerYear = (525_960 * openHours) / hoursPerWeek

/** @param day counted from 1970, a Thursday */
export function isWeekend(day: number): boolean {
  return (day + 3) % 7 >= 5
}

/** tradingHour % 24 is the hour UTC. At weekends `tradingHour` is the next hour of trading. */
export function tradingTime(hour: number): { tradingHour: number; open: boolean } {
  const week = Math.floor((hour - firstOpening) / hoursPerWeek)
  const within = hour - firstOpening - week * hoursPerWeek
  return { tradingHour: week * openHours + Math.min(within, openHours) + (firstOpening % 24), open: within < openHours }
}

/** The hour since 1970 that is an hour of trading. */
export function hourOfTrading(tradingHour: number): number {
  const place = tradingHour - (firstOpening % 24)
  const week = Math.floor(place / openHours)
  return firstOpening + week * (hoursPerWeek - openHours) + place
}
