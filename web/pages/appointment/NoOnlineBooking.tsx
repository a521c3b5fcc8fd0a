import { clinic } from '#web/clinic.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'

/** Stands in for the cards while nothing can be booked online. */
export function NoOnlineBooking() {
  return (
    <div className="mt-6">
      <EmptyCard
        title="Online booking isn’t open"
        text={
          <>
            To make an appointment, call <PhoneLink phone={clinic.phone} />.
          </>
        }
      />
    </div>
  )
}
