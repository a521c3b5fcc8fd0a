import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { hasEmail } from '#contract/kit/text/email.ts'
import { clinicToday, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'
import { serverNow } from '#web/server-clock.ts'
import { SlotTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'

/** What the patient of a paid booking needs to know next. Renders nothing once it is cancelled, and after its day. */
export function NextSteps({ booking: { date, slot, patient, cancelledAt } }: { booking: Booking }) {
  const day = parseMediumDate(date)
  if (cancelledAt || !day || day < clinicToday(serverNow(), clinic.timeZone)) return null
  return (
    <section aria-labelledby="next-steps" className="mt-6 border-base-content/15 border-t pt-6">
      <h2 id="next-steps" className="text-lg">
        What comes next
      </h2>
      <ul className="mt-3 grid gap-3">
        <Step icon={CalendarDays}>
          We’ll see you on{' '}
          <strong className="font-bold">
            {weekdayOfMedium(date)}, {date}
          </strong>
          , <SlotTime date={date} slot={slot} />.
        </Step>
        <Step icon={MapPin}>
          Come to{' '}
          <a className="text-link" href={clinic.mapLink} rel="noreferrer">
            {clinic.address}
          </a>
          .
        </Step>
        {hasEmail(patient) && (
          <Step icon={Mail}>
            We’ve emailed your receipt to <span className="wrap-anywhere">{patient}</span>.
          </Step>
        )}
        <Step icon={Phone}>
          Questions? Call{' '}
          <a className="text-link whitespace-nowrap" href={clinic.phoneLink}>
            {clinic.phone}
          </a>{' '}
          or write to{' '}
          <a className="text-link wrap-anywhere" href={clinic.emailLink}>
            {clinic.email}
          </a>
          .
        </Step>
      </ul>
    </section>
  )
}

function Step({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Icon size={20} className="h-lh shrink-0 text-quiet" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
