import type { DayOverview } from '#web/api/treatments.ts'

/** Says why nothing can be booked on a day. `overview` is undefined if it is unknown. */
export function noFreeTimesReason(overview: DayOverview | undefined): string {
  const { state, note } = overview ?? {}
  if (state === 'closed') return note ? `We’re closed this day: ${note}` : 'We’re closed this day.'
  if (state === 'over') return 'It’s too late to book for today.'
  if (state === undefined) return 'Nothing is free this day.'
  return 'We’re fully booked this day.'
}
