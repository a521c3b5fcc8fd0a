import type { ReactNode } from 'react'
import { directionsLink } from '#contract/kit/directions-link.ts'
import { clinic } from '#web/clinic.ts'
import { showDate } from '#web/dates.ts'
import { PeriodTime, weekdayOfMedium } from '../appointment/AppointmentTime.tsx'
import { Bar } from '../feedback/Bar.tsx'

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
        {weekdayOfMedium(date)}, <span className="inline-block">{showDate(date)}</span>
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
