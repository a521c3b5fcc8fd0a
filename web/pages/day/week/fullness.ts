import type { DayCounts } from '#contract/desk/week.ts'

/** Returns how many percent of the working time is booked, in whole percent; more than 100 if appointments are outside
 *  it. Undefined if nobody works. */
export function shareOf({ booked, available }: Pick<DayCounts, 'booked' | 'available'>): number | undefined {
  return available > 0 ? Math.round((booked / available) * 100) : undefined
}

/** Adds the numbers of days up. Times in minutes. */
export function sumOf(days: readonly DayCounts[]) {
  const sum = (key: 'appointments' | 'booked' | 'available') => days.reduce((total, day) => total + day[key], 0)
  return { appointments: sum('appointments'), booked: sum('booked'), available: sum('available') }
}
