import { Link } from 'react-router'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { RecallPage, RecallTime } from '#contract/recall-link.ts'
import { pages } from '#contract/site/pages.ts'
import { formatDayOfWeek, formatTime } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { nearDateInText } from '#web/near-date.ts'
import { ClinicZone } from '#web/ui/appointment/AppointmentTime.tsx'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

interface TimesProps {
  treatment: RecallPage['treatments'][number]
  /** The time that was pressed in the email. */
  wanted: RecallTime | undefined
  /** The time that is being booked. */
  busy: RecallTime | undefined
  onBook: (time: RecallTime) => void
}

/** The times of a treatment. The one that was pressed in the email comes first. */
export function Times({ treatment, wanted, busy, onBook }: TimesProps) {
  const { name, price, lastVisit, times } = treatment
  const others = wanted ? times.filter((time) => !isSame(time, wanted)) : times
  const time = (one: RecallTime, isMain: boolean) => (
    <TimeRow
      key={one.date + one.slot}
      time={one}
      isMain={isMain}
      isBusy={isSame(one, busy)}
      onBook={() => !busy && onBook(one)}
    />
  )
  return (
    <section className="mt-6" aria-label={name}>
      <p className="max-w-text">
        <b>{name}</b> · {formatDollars(price)}. The last visit was on {nearDateInText(lastVisit)}.
      </p>
      {wanted && <ul className="mt-5">{time(wanted, true)}</ul>}
      {wanted && others.length > 0 && <h2 className="mt-8 text-lg">Or another time</h2>}
      {others.length > 0 && <ul className="mt-4 grid gap-3">{others.map((one) => time(one, false))}</ul>}
      {!wanted && others.length === 0 && (
        <p className="mt-4">
          Nothing is free online in the coming weeks. Please call us at <ClinicPhone />.
        </p>
      )}
      <Link to={pages.appointment} className="text-link mt-4 inline-block py-2">
        See all times
      </Link>
    </section>
  )
}

interface TimeRowProps {
  time: RecallTime
  isMain: boolean
  isBusy: boolean
  onBook: () => void
}

function TimeRow({ time: { date, slot, doctor }, isMain, isBusy, onBook }: TimeRowProps) {
  const day = parseMediumDate(date)
  const clock = formatTime(slotStartMinutes(slot))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box border border-base-300 bg-card p-4 sm:px-5">
      <p className="min-w-0">
        <span className="block font-bold text-lg leading-snug">{day ? formatDayOfWeek(day, 'long') : date}</span>
        <span className="block">
          {clock}
          {day && <ClinicZone date={day} />}
          {doctor && ` with ${doctor.name}`}
        </span>
      </p>
      <BusyButton busy={isBusy} className={`btn ${isMain ? 'btn-action' : 'btn-line'} max-sm:w-full`} onClick={onBook}>
        {isMain ? 'Book this time' : 'Book'}
        <span className="sr-only">
          , {day ? formatDayOfWeek(day, 'long') : date}, {clock}
        </span>
      </BusyButton>
    </li>
  )
}

const isSame = (one: RecallTime, other: RecallTime | undefined) => one.date === other?.date && one.slot === other.slot
