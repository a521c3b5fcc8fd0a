import type { DayOverview } from './day-overview.ts'
import type { Busy, FreeTimes } from './free-times.ts'
import type { DayPlan } from './plan.ts'
import type { Rules } from './rules.ts'

/** The free times of a day, and the rules and bookings that leave them, as read at one moment. */
export type FreeDay = { overview: DayOverview; plan: DayPlan; free: FreeTimes; bookings: readonly Busy[]; rules: Rules }
