import { clinic } from '#web/clinic.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'

/** Stands in for the cards of a clinic without treatments. */
export function NoTreatments() {
  return (
    <div className="mt-6">
      <EmptyCard
        title="Online booking isn’t open yet"
        text={
          <>
            The clinic hasn’t listed its treatments. To make an appointment, call <PhoneLink phone={clinic.phone} />.
          </>
        }
      />
    </div>
  )
}
