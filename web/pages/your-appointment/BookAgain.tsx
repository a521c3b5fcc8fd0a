import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { availableOn } from '#web/api/treatments.ts'
import { bookAgainPath } from '#web/ui/appointment/book-again.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'

/** Leads to the booking of the same treatment and dentist: on the day of a cancelled appointment, as long as its time
 *  is free. */
export function BookAgain({ appointment }: { appointment: LinkedAppointment }) {
  const { state, date, slot, treatmentId } = appointment
  const today = useClinicToday()
  const day = parseMediumDate(date) ?? today
  const isAhead = state === 'cancelled' && day >= today
  const { data } = useQuery({ ...availableOn(day), enabled: isAhead })
  const isFree = isAhead && data?.find(({ _id }) => _id === treatmentId)?.slots.includes(slot)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={bookAgainPath(appointment, isFree ? day : undefined)} className="btn btn-action">
        {isFree ? 'Book it again' : 'Book an appointment'}
      </Link>
      {isFree && <p className="text-quiet">This time is still free.</p>}
    </div>
  )
}
