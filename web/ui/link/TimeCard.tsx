import type { ReactNode } from 'react'
import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { directionsLink } from '#contract/kit/directions-link.ts'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { formatDollars, partPaidSentence } from '#web/money.ts'
import { showDayOfWeek } from '#web/near-date.ts'
import { PeriodTime } from '../appointment/AppointmentTime.tsx'
import { Bar } from '../feedback/Bar.tsx'
import { Done } from '../feedback/Done.tsx'

const card = 'mt-6 rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8'

interface TimeCardProps {
  /** Names the card for screen readers. */
  label: string
  /** `date` in the medium format, `doctor` and `patientName` where they are told. */
  time: { date: string; slot: string; treatment: string; doctor?: string | undefined; patientName?: string | undefined }
  /** The time is no longer the patient's. */
  isPast?: boolean
  /** Above the time. */
  state?: ReactNode
  /** Between the time and the address. */
  terms?: ReactNode
  children?: ReactNode
}

/** When and where an appointment is, or would be, with `children` below. */
export function TimeCard({ label, time, isPast = false, state, terms, children }: TimeCardProps) {
  const { date, slot, treatment, doctor, patientName } = time
  return (
    <section aria-label={label} className={card}>
      {state && <div className="mb-3">{state}</div>}
      <p className={`font-bold text-xl leading-snug ${isPast ? 'text-quiet' : ''}`}>
        {showDayOfWeek(date)}
        <span className="block">
          <PeriodTime date={date} slot={slot} />
        </span>
      </p>
      <p className="mt-2 wrap-anywhere">
        {treatment}
        {doctor && ` with ${doctor}`}
        {patientName && ` for ${patientName}`}
      </p>
      {terms}
      <address className="mt-4 border-base-300 border-t pt-4 not-italic">
        <span className="block font-medium">{clinic.name}</span>
        <a href={clinic.mapLink} className="tap text-link wrap-anywhere">
          {clinic.address}
        </a>
        {clinic.address !== '' && (
          <a
            href={directionsLink(clinic.address)}
            rel="noreferrer"
            className="text-link flex min-h-11 w-fit items-center"
          >
            Directions
          </a>
        )}
      </address>
      {children}
    </section>
  )
}

/** Placeholder for the card while it loads, with `children` below. */
export function TimeCardSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className={card}>
      <div className="text-xl leading-snug">
        <Bar width="w-3/5" />
        <Bar width="w-4/5" />
      </div>
      <div className="mt-2">
        <Bar width="w-2/5" />
      </div>
      <div className="mt-4 border-base-300 border-t pt-4">
        <Bar width="w-2/5" />
        <Bar width="w-3/5" />
      </div>
      {children}
    </div>
  )
}

/** Leads to the payment page. It is a document of its own (docs/decisions/0015), so that the browser loads it. */
export function PayNow({ token }: { token: string }) {
  return (
    <p className="mt-6">
      <a href={`${pages.payAppointment}#${token}`} className="btn btn-action px-8">
        Pay now
      </a>
    </p>
  )
}

/** The price, and what is still to pay. */
export function Money({ appointment }: { appointment: LinkedAppointment }) {
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
