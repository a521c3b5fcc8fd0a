import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { ChairBlock, DeskWeek } from '#contract/desk/week.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { weekOf } from '#contract/kit/week.ts'
import { weekFrom } from '#web/api/desk/week.ts'
import { clinic } from '#web/clinic.ts'
import { dayInText, formatDayOfWeek } from '#web/dates.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { blockInWords } from '../BlockedTimes.tsx'
import { DentistWeek } from './DentistWeek.tsx'
import { shareOf, sumOf } from './fullness.ts'
import { WeekTable } from './WeekTable.tsx'
import { weekAddress } from './week-address.ts'

interface WeekProps {
  staff: string
  /** A day of the week. */
  date: IsoDate
  /** The id of the dentist whose week it is; without it, all dentists in numbers. */
  doctor: string | undefined
}

/** Returns the first day of the clinic's week that contains `date`. */
export function firstDayOf(date: IsoDate): IsoDate {
  return weekOf(date, clinic.country)[0] ?? date
}

/** Returns the title of the week that contains `date`: `Week of May 4, 2026`. */
export function titleOf(date: IsoDate): string {
  return `Week of ${dayInText(firstDayOf(date))}`
}

/** How many appointments a week has, and how full it is, in a sentence. */
export function WeekSummary({ staff, date, doctor }: WeekProps) {
  const { data } = useQuery(weekFrom(staff, firstDayOf(date), doctor))
  if (!data) return null
  const { appointments, ...time } = sumOf(data.doctors.flatMap(({ days }) => days))
  const share = shareOf(time)
  if (appointments === 0) return 'No appointments.'
  const counted = appointments === 1 ? '1 appointment' : `${formatCount(appointments)} appointments`
  return share === undefined ? `${counted}.` : `${counted}, ${share}% of the working time is booked.`
}

interface WeekViewProps extends WeekProps {
  today: IsoDate
  /** The heading of the page, which takes the focus that gets lost when the view changes. */
  heading: RefObject<HTMLHeadingElement | null>
  /** How often the week is fetched again, in ms; false if never. */
  refetchInterval: number | false
}

/** A week: all dentists in numbers, or the appointments of one. */
export function WeekView({ staff, date, today, doctor, heading, refetchInterval }: WeekViewProps) {
  const query = useQuery({ ...weekFrom(staff, firstDayOf(date), doctor), refetchInterval })
  const { data, isPending } = query
  return (
    <>
      {isPending && (
        <div role="status">
          <span className="sr-only">Loading the week</span>
          <div className="skeleton h-160" />
        </div>
      )}
      <LoadError what="The week" query={query} />
      {doctor && data && (
        <p className="mb-3 print:hidden">
          <Link to={weekAddress(date)} preventScrollReset className="text-link inline-block min-h-6">
            All dentists
          </Link>
        </p>
      )}
      {data && data.chairBlocks.length > 0 && (
        <ul aria-label="Blocked chairs" className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {data.chairBlocks.map((block) => (
            <li key={`${block._id} ${block.date}`} className="wrap-anywhere">
              {inWords(block)}
            </li>
          ))}
        </ul>
      )}
      {data && isEmpty(data) ? (
        <EmptyCard title="Nobody works this week" text="There are no appointments either." />
      ) : data?.days ? (
        <DentistWeek {...{ today, heading }} days={data.days} dentist={data.doctors[0]} />
      ) : (
        data && <WeekTable {...{ date, today, heading }} doctors={data.doctors} />
      )}
    </>
  )
}

function inWords({ date, ...block }: ChairBlock): string {
  const day = parseMediumDate(date)
  return `${day ? formatDayOfWeek(day, 'short') : date}: ${blockInWords(block.chair, block)}`
}

function isEmpty({ doctors }: DeskWeek) {
  const days = doctors.flatMap((each) => each.days)
  return days.every(({ appointments, available, absent }) => appointments === 0 && available === 0 && !absent)
}
