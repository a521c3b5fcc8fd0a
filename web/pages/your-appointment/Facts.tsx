import type { ReactNode } from 'react'
import type { LinkedAppointment as Linked } from '#contract/booking/appointment-link.ts'
import { directionsLink } from '#contract/kit/directions-link.ts'
import { clinic } from '#web/clinic.ts'
import { showDate } from '#web/dates.ts'
import { formatDollars, partPaidSentence } from '#web/money.ts'
import { SlotTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'

/** The ground of an appointment. */
export const card = 'mt-6 rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8'

/** When and where an appointment is, with `children` below. */
export function Facts({ appointment, children }: { appointment: Linked; children?: ReactNode }) {
  const { date, slot, treatment, doctor, state } = appointment
  return (
    <section aria-label="Appointment" className={card}>
      <p className={`font-bold text-xl leading-snug ${state === 'cancelled' ? 'text-quiet' : ''}`}>
        {weekdayOfMedium(date)}, <span className="whitespace-nowrap">{showDate(date)}</span>
        <span className="block">
          <SlotTime date={date} slot={slot} />
        </span>
      </p>
      <p className="mt-2 wrap-anywhere">
        {treatment}
        {doctor && ` with ${doctor}`}
      </p>
      <address className="mt-4 border-base-300 border-t pt-4 not-italic">
        <span className="block font-medium">{clinic.name}</span>
        <a href={clinic.mapLink} className="text-link wrap-anywhere">
          {clinic.address}
        </a>
        {clinic.address !== '' && (
          <a href={directionsLink(clinic.address)} rel="noreferrer" className="text-link block w-fit py-1">
            Directions
          </a>
        )}
      </address>
      {state !== 'cancelled' && <Money appointment={appointment} />}
      {children}
    </section>
  )
}

/** The price, and what is still to pay. */
function Money({ appointment }: { appointment: Linked }) {
  const { price = 0, owed = 0, paid } = appointment
  if (price === 0 && owed === 0) return null
  const partPaid = partPaidSentence({ ...appointment, price })
  return (
    <div className="mt-4 border-base-300 border-t pt-4">
      <p className="tabular-nums">
        Price: <span className="font-bold">{formatDollars(price)}</span>
      </p>
      {paid && <Done>Paid</Done>}
      {owed > 0 && <p className="text-quiet">{partPaid || 'Not paid yet'}</p>}
    </div>
  )
}
