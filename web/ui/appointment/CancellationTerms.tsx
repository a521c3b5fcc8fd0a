import { cancellationTerms } from '#contract/booking/cancellation-terms.ts'
import { changesAt, type PatientChanges } from '#contract/booking/patient-changes.ts'
import { clinicInstant, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { clinic } from '#web/clinic.ts'
import { serverNow } from '#web/server-clock.ts'
import { ClinicPhone } from '#web/ui/contact/Phone.tsx'

interface CancellationTermsProps {
  changes: Pick<PatientChanges, 'state' | 'cancelUntil'> | undefined
  className?: string
}

/** Says until when an appointment can be cancelled, or what can be done instead. Renders nothing where nothing can. */
export function CancellationTerms({ changes, className = '' }: CancellationTermsProps) {
  const terms = changes && cancellationTerms(toMoments(changes), clinic, serverNow())
  if (!terms) return null
  const { text, call } = terms
  return (
    <span className={`block text-balance ${className}`}>
      {text}
      {call && (
        <>
          {call} <ClinicPhone />
        </>
      )}
    </span>
  )
}

/** The same for a time that is about to be booked. */
export function TermsOfSlot({ day, slot, className = '' }: { day: IsoDate; slot: string; className?: string }) {
  const now = serverNow()
  const at = (minutes: number) => clinicInstant(day, minutes, clinic.timeZone)
  const times = { startsAt: at(slotStartMinutes(slot)), endsAt: at(slotEndMinutes(slot)) }
  const changes = changesAt({ status: 'booked', ...times, createdAt: now, scheduledAt: now }, clinic, now)
  const terms = cancellationTerms(changes, clinic, now)
  return terms && <span className={`block text-balance ${className}`}>{terms.text}</span>
}

function toMoments({ state, cancelUntil }: Pick<PatientChanges, 'state' | 'cancelUntil'>) {
  return { state, cancelUntil: cancelUntil === undefined ? undefined : new Date(cancelUntil) }
}
