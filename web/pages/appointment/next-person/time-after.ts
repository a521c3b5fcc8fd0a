import type { QueryClient } from '@tanstack/react-query'
import type { Booking } from '#contract/booking/booking.ts'
import { addDays, type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { availableOn } from '#web/api/treatments.ts'
import { timesLeft } from '../dialog/times-left.tsx'
import { loadTimes } from '../find/use-times.ts'

interface After {
  booking: Booking
  /** The bookings of the person who comes next. */
  own: Booking[]
  /** Id of the dentist to whose times the page is limited. */
  only: string | undefined
}

/** Finds the next free time of a booking's treatment for another person: right after it with its dentist, else with any
 *  dentist that day, else on a later day. Undefined if there is none. */
export async function timeAfter(client: QueryClient, { booking, own, only }: After) {
  const { treatmentId, date, slot, doctorId } = booking
  const day = parseMediumDate(date)
  if (!day) return undefined
  const doctors = only ? [only] : [...new Set([doctorId, undefined])]
  for (const doctor of doctors) {
    const treatments = await client.fetchQuery(availableOn(day, doctor))
    const free = treatments.find(({ _id }) => _id === treatmentId)?.slots ?? []
    const { slots } = timesLeft({ slots: free, own, date, wanted: undefined })
    const next = slots.find((each) => slotStartMinutes(each) >= slotEndMinutes(slot))
    if (next) return { day, slot: next, doctor }
  }
  const { soonFor } = await loadTimes()
  for (const doctor of doctors) {
    const [next] = await client.fetchQuery(soonFor({ treatment: treatmentId, doctor, from: addDays(day, 1) }))
    if (next) return { day: next.day satisfies IsoDate, slot: next.slot, doctor }
  }
  return undefined
}
