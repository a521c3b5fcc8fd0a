import { cancellationTerms } from '#contract/booking/cancellation-terms.ts'
import { changesAt } from '#contract/booking/patient-changes.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinicInstant } from '#contract/kit/time/clinic-instant.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { clinic } from '#web/clinic.ts'
import { serverNow } from '#web/server-clock.ts'

interface TermsOfSlotProps {
  day: IsoDate
  slot: string
  className: string
}

/** Says until when an appointment can be cancelled that would be booked now. */
export function TermsOfSlot({ day, slot, className }: TermsOfSlotProps) {
  const now = serverNow()
  const at = (minutes: number) => clinicInstant(day, minutes, clinic.timeZone)
  const times = { startsAt: at(slotStartMinutes(slot)), endsAt: at(slotEndMinutes(slot)) }
  const changes = changesAt({ status: 'booked', ...times, createdAt: now, scheduledAt: now }, clinic, now)
  const terms = cancellationTerms(changes, clinic, now)
  return terms && <p className={`text-balance ${className}`}>{terms.text}</p>
}
