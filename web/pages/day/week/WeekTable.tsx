import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { DayCounts, WeekDoctor } from '#contract/desk/week.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { dayOfWeekInText, formatDayOfWeek } from '#web/dates.ts'
import { shareOf, sumOf } from './fullness.ts'
import { ShortDay } from './ShortDay.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { dayAddress, weekAddress } from './week-address.ts'

interface WeekTableProps {
  date: IsoDate
  today: IsoDate
  heading: RefObject<HTMLHeadingElement | null>
  doctors: readonly WeekDoctor[]
}

const line = 'border-base-300 border-b phone:border-0'
const card =
  'phone:grid phone:grid-cols-2 phone:gap-x-4 phone:rounded-box phone:border phone:border-base-300 phone:bg-base-100 phone:p-3'

/** The week of all dentists: a row for each, with the appointments of each day and how full it is. A card for each on a
 *  phone. */
export function WeekTable({ date, today, heading, doctors }: WeekTableProps) {
  useKeptFocus(heading)
  const dates = (doctors[0]?.days ?? []).map((day) => parseMediumDate(day.date) ?? today)
  const total = dates.map((each, at): DayCounts => {
    const days = doctors.flatMap(({ days }) => days[at] ?? [])
    return { date: doctors[0]?.days[at]?.date ?? each, absent: false, ...sumOf(days) }
  })
  return (
    <table className="w-full table-fixed rounded-box bg-base-100 text-left text-sm tabular-nums wide:border wide:border-base-300 wide:border-separate wide:border-spacing-0 phone:block phone:bg-transparent">
      <caption className="sr-only">Appointments of each dentist and day, and how full the day is</caption>
      <thead className="phone:hidden">
        <tr>
          <th scope="col" className={`w-1/5 px-3 py-2 ${line}`}>
            Dentist
          </th>
          {dates.map((each) => (
            <th key={each} scope="col" className={`px-2 py-2 ${line} ${groundOf(each === today)}`}>
              <Link to={dayAddress(each)} className="inline-block min-h-6 underline-offset-4 hover:underline">
                <ShortDay date={each} />
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="phone:grid phone:gap-3">
        {doctors.map(({ _id, name, left, days }) => {
          const shown = name === '' ? (doctors.length > 1 ? 'No dentist' : 'Appointments') : name
          return (
            <tr key={_id ?? 'none'} className={card}>
              <th
                scope="row"
                className={`wrap-anywhere px-3 py-2 font-medium phone:col-span-2 phone:p-0 phone:pb-1 ${line}`}
              >
                {_id ? (
                  <Link to={weekAddress(date, _id)} preventScrollReset className="text-link inline-block min-h-6">
                    {shown}
                  </Link>
                ) : (
                  shown
                )}
                {left && <span className="text-quiet"> (left)</span>}
              </th>
              {days.map((day, at) => (
                <Cell key={day.date} name={shown} date={dates[at] ?? today} {...{ day, today }} />
              ))}
            </tr>
          )
        })}
        {doctors.length > 1 && (
          <tr className={`${card} wide:*:border-b-0 wide:*:bg-base-200`}>
            <th scope="row" className="px-3 py-2 font-bold phone:col-span-2 phone:p-0 phone:pb-1">
              All
            </th>
            {total.map((day, at) => (
              <Cell key={day.date} name="All" date={dates[at] ?? today} {...{ day, today }} />
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface CellProps {
  name: string
  date: IsoDate
  today: IsoDate
  day: DayCounts
}

/** A day of a dentist, which leads to that day. */
function Cell({ name, date, today, day }: CellProps) {
  const { appointments, absent } = day
  const share = shareOf(day)
  const isOff = share === undefined && appointments === 0
  return (
    <td className={`p-0 ${line} ${groundOf(date === today)} ${isOff && !absent ? 'phone:hidden' : 'phone:block'}`}>
      <Link
        to={dayAddress(date)}
        className="flex min-h-14 flex-wrap content-center items-baseline gap-x-2 px-2 py-1 hover:bg-base-300 phone:px-0"
      >
        <span className="sr-only">{`${name}, ${dayOfWeekInText(date)}: `}</span>
        <span aria-hidden="true" className="w-full text-quiet wide:hidden">
          {formatDayOfWeek(date, 'short')}
        </span>
        {(!isOff || !absent) && <Count appointments={appointments} isOff={isOff} />}
        {absent && <span className={appointments > 0 ? 'font-medium text-error' : 'text-quiet'}>Absent</span>}
        {share !== undefined && (
          <span className={appointments > 0 ? 'text-quiet' : 'sr-only'}>
            {share}%<span className="sr-only"> full</span>
          </span>
        )}
        {share === undefined && appointments > 0 && !absent && <span className="text-error">Not working</span>}
        {share !== undefined && <Fullness share={share} />}
      </Link>
    </td>
  )
}

function Count({ appointments, isOff }: { appointments: number; isOff: boolean }) {
  if (isOff)
    return (
      <span className="text-quiet">
        <span aria-hidden="true">–</span>
        <span className="sr-only">not working</span>
      </span>
    )
  return (
    <span className={`text-base ${appointments > 0 ? 'font-bold' : 'text-quiet'}`}>
      {formatCount(appointments)}
      <span className="sr-only">{appointments === 1 ? ' appointment, ' : ' appointments, '}</span>
    </span>
  )
}

function Fullness({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="h-1 w-full overflow-hidden rounded-full bg-base-300">
      <span className="block h-full rounded-full bg-secondary" style={{ width: `${Math.min(share, 100)}%` }} />
    </span>
  )
}

const groundOf = (isToday: boolean) => (isToday ? 'wide:bg-primary/10' : '')
