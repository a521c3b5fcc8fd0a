import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/count.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { PatientRecord, RecordedAppointment } from '#contract/patient/record.ts'
import { pages } from '#contract/site/pages.ts'
import { clinicDayInText, showDate } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { showPeriod } from '#web/periods.ts'
import { Section } from '#web/ui/frame/Section.tsx'

/** All appointments, upcoming ones first, with their payments and what is owed. */
export function Appointments({ record: { appointments, owed } }: { record: PatientRecord }) {
  // The next one first, then the latest.
  const upcoming = appointments.filter(({ upcoming }) => upcoming).toReversed()
  const former = appointments.filter(({ upcoming }) => !upcoming)
  return (
    <Section
      title="Appointments and payments"
      action={
        <p className={owed > 0 ? 'font-bold' : 'text-quiet'}>
          {owed > 0 ? `Owed: ${formatDollars(owed)}` : 'Nothing owed'}
        </p>
      }
    >
      {appointments.length === 0 && <p className="mt-3 text-quiet">No appointments yet.</p>}
      <Group title={`Upcoming: ${formatCount(upcoming.length)}`} appointments={upcoming} />
      <Group title={`Earlier: ${formatCount(former.length)}`} appointments={former} />
    </Section>
  )
}

function Group({ title, appointments }: { title: string; appointments: RecordedAppointment[] }) {
  if (appointments.length === 0) return null
  return (
    <>
      <h3 className="mt-5 font-bold">{title}</h3>
      <ul aria-label={title} className="mt-1">
        {appointments.map((one) => (
          <Appointment key={one._id} appointment={one} />
        ))}
      </ul>
    </>
  )
}

const statusWords: Record<RecordedAppointment['status'], string> = {
  booked: 'Booked',
  arrived: 'Arrived',
  done: 'Done',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
}

function Appointment({ appointment }: { appointment: RecordedAppointment }) {
  const { date, slot, treatment, doctor, status } = appointment
  const day = parseMediumDate(date)
  return (
    <li className="grid gap-x-4 border-base-300 border-t py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">
          {treatment}
          {doctor !== undefined && ` with ${doctor}`}
        </p>
        <p className="text-sm">
          <Link to={day ? `${pages.day}?date=${day}` : pages.day} className="text-link inline-block py-1">
            {showDate(date)}
            <span className="sr-only"> at the desk</span>
          </Link>
          , {showPeriod(slot)}
        </p>
      </div>
      <p className="text-sm sm:text-right">
        <span className={status === 'no-show' ? 'font-bold text-error' : ''}>{statusWords[status]}</span>
        <span className="text-quiet sm:block max-sm:before:content-['_·_']">{paymentOf(appointment)}</span>
      </p>
    </li>
  )
}

function paymentOf({ price, paidAt, refunding, refunded, owed, toPay = price }: RecordedAppointment): string {
  if (price <= 0) return 'Free of charge'
  const back = [
    refunding > 0 && `${formatDollars(refunding)} on its way back`,
    refunded > 0 && `${formatDollars(refunded)} refunded`,
  ].filter(Boolean)
  const paid = paidAt ? `Paid ${formatDollars(price)} on ${clinicDayInText(paidAt)}` : undefined
  const left = toPay < price ? `${formatDollars(toPay)} of ${formatDollars(price)}` : formatDollars(price)
  return [paid ?? (owed ? `Owed: ${left}` : `Not paid: ${left}`), ...back].join(', ')
}
