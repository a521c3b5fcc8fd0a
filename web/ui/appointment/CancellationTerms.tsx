import { cancellationTerms } from '#contract/booking/cancellation-terms.ts'
import type { PatientChanges } from '#contract/booking/patient-changes.ts'
import { clinic } from '#web/clinic.ts'
import { serverNow } from '#web/server-clock.ts'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'

type Shown = Pick<PatientChanges, 'state' | 'cancelUntil' | 'movesByPhone'>

interface CancellationTermsProps {
  changes: Shown | undefined
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

function toMoments({ state, cancelUntil, movesByPhone }: Shown) {
  return { state, movesByPhone, cancelUntil: cancelUntil === undefined ? undefined : new Date(cancelUntil) }
}
