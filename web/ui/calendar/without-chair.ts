import type { Calendar, CalendarTreatment } from '#contract/calendar/calendar.ts'

/** Returns the treatments in use that can't be booked, because no chair in use is for them. */
export function treatmentsWithoutChair({ chairs, treatments }: Pick<Calendar, 'chairs' | 'treatments'>) {
  const inUse = chairs.filter(({ retired }) => !retired)
  if (inUse.length === 0) return []
  const isSeated = ({ _id }: CalendarTreatment) =>
    inUse.some(({ treatmentIds }) => treatmentIds.length === 0 || treatmentIds.includes(_id))
  return treatments.filter((treatment) => !treatment.retired && !isSeated(treatment))
}
