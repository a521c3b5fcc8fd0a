import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Calendar } from '#server/calendar/calendar.ts'

/** What needs to know of a change of appointments. `notices.soon` sends the emails about it. */
export type Announcing = { calendar: Calendar; notices: { soon: () => void } }

/** Makes a change of appointments on these days known. Call it after the commit. */
export function announceChange({ calendar, notices }: Announcing, dates: readonly IsoDate[]): void {
  dates.forEach(calendar.invalidate)
  notices.soon()
}
