import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes } from '#contract/kit/time/slot.ts'
import { pages } from '#contract/site/pages.ts'
import { ownRecordOf } from '#web/api/ties.ts'
import { useClinicMinutes, useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { soonestFirst } from '#web/ui/appointment/soonest-first.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { AppointmentsTable } from './AppointmentsTable.tsx'
import { NextVisit } from './NextVisit.tsx'
import { PayAll } from './PayAll.tsx'
import { type ChangeHandler, useBookingChange } from './use-booking-change.tsx'
import { WaitingFor } from './WaitingFor.tsx'

interface AppointmentsListProps {
  /** The account's. */
  email: string
  bookings: Booking[]
  cancelled: Booking[]
  /** Called where the focus can't go back after a change. */
  onLost: () => void
}

/** All appointments: those that are ahead, earlier and cancelled ones, and what can be changed. */
export function AppointmentsList({ email, bookings, cancelled, onLost }: AppointmentsListProps) {
  const { openChange, dialog } = useBookingChange(bookings, onLost)
  return (
    <>
      {bookings.length === 0 && (
        <NoAppointments
          title="Nothing booked yet"
          text="Your appointments will be listed here, with their times and payments."
        />
      )}
      {bookings.length > 0 && <Appointments bookings={bookings} onChange={openChange} />}
      <WaitingFor email={email} />
      {cancelled.length > 0 && <Folded label="Cancelled" bookings={cancelled} again="Book it again" />}
      <EarlierRecordHint email={email} />
      {dialog}
    </>
  )
}

/** Points to a record that the clinic has with the account's email. */
function EarlierRecordHint({ email }: { email: string }) {
  const { data } = useQuery(ownRecordOf(email))
  if (!data?.isKnown) return null
  return (
    <p className="mt-6 max-w-text text-quiet print:hidden">
      Missing an appointment? We have a patient’s record with your email address.{' '}
      <Link to={pages.account} className="text-link inline-block py-1">
        Open it in My Account
      </Link>
    </p>
  )
}

interface AppointmentsProps {
  bookings: Booking[]
  onChange: ChangeHandler
}

function Appointments({ bookings, onChange }: AppointmentsProps) {
  const { upcoming, earlier } = splitByTime(bookings, useClinicToday(), useClinicMinutes())
  return (
    <>
      {upcoming.length > 0 ? (
        <>
          <AppointmentsTable bookings={upcoming} onChange={onChange} />
          <PayAll bookings={bookings} />
          <NextVisit />
        </>
      ) : (
        <NoAppointments title="No upcoming appointments" text="Time for a check-up? Find a time that suits you." />
      )}
      {upcoming.length === 0 && <PayAll bookings={bookings} />}
      {earlier.length > 0 && <Folded label="Past appointments" bookings={earlier} again="Book again" />}
    </>
  )
}

function Folded({ label, bookings, again }: { label: string; bookings: Booking[]; again: string }) {
  return (
    <details className="mt-8">
      <summary className="w-fit cursor-pointer rounded-field py-2 pr-2 font-bold text-lg">
        {label}: {bookings.length}
      </summary>
      <div className="mt-2">
        <AppointmentsTable bookings={bookings} again={again} />
      </div>
    </details>
  )
}

/** Empty state with a link to book. */
function NoAppointments({ title, text }: { title: string; text: string }) {
  return (
    <EmptyCard title={title} text={text}>
      <Link to={pages.appointment} className="btn btn-action print:hidden">
        Book an appointment
      </Link>
    </EmptyCard>
  )
}

/** Splits bookings at a time of the clinic's clock: `upcoming`, the soonest first, and `earlier`, the latest first. A
 *  booking is upcoming until it ends, so that a patient who is late still finds it on top. */
export function splitByTime(bookings: Booking[], today: IsoDate, minutes: number) {
  const sorted = soonestFirst(bookings)
  const isUpcoming = ({ date, slot }: Booking) => {
    const day = parseMediumDate(date) ?? ''
    return day > today || (day === today && slotEndMinutes(slot) > minutes)
  }
  return {
    upcoming: sorted.filter(isUpcoming),
    earlier: sorted.filter((booking) => !isUpcoming(booking)).reverse(),
  }
}
