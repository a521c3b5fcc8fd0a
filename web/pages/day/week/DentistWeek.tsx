import { type RefObject, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import type { WeekDoctor } from '#contract/desk/week.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { dayOfWeekInText, formatDayOfWeek } from '#web/dates.ts'
import { showPeriod } from '#web/periods.ts'
import { useNowOn } from '#web/ui/appointment/chosen-day.ts'
import { AlertLine } from '../alerts.tsx'
import { AppointmentButton, moveFocus } from '../calendar/AppointmentButton.tsx'
import { ColumnBody } from '../calendar/ColumnBody.tsx'
import type { Column, Placed } from '../calendar/columns.ts'
import { minHeight, scaleOf } from '../calendar/DayGrid.tsx'
import { Hours, NowLine } from '../calendar/times.tsx'
import { StatusMark, statusGround } from '../status.tsx'
import { ShortDay } from './ShortDay.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { dayAddress } from './week-address.ts'
import { toWeekGrid } from './week-grid.ts'

interface DentistWeekProps {
  days: readonly DeskDay[]
  /** Undefined for one who is not at the clinic and has no appointments in this week. */
  dentist: WeekDoctor | undefined
  today: IsoDate
  heading: RefObject<HTMLHeadingElement | null>
}

/** The week of a dentist: a column for each day, and where there is no room for them, a list for each day. */
export function DentistWeek({ days, dentist, today, heading }: DentistWeekProps) {
  useKeptFocus(heading)
  const name = dentist?.name ?? 'This dentist'
  return (
    <section aria-labelledby="dentist-of-week">
      <h2 id="dentist-of-week" className="wrap-anywhere mb-3 text-lg">
        {name}
        {dentist?.left && <span className="font-normal text-quiet"> (left)</span>}
      </h2>
      <div className="hidden @xl:block print:hidden">
        <WeekGrid {...{ days, name, today }} doctorId={dentist?._id} />
        <p className="mt-3 text-quiet text-sm">Keys: arrows move, Enter opens the day.</p>
      </div>
      <div className="grid gap-4 @xl:hidden print:block print:columns-2">
        {days.map((day) => (
          <DayAppointments key={day.date} day={day} today={today} />
        ))}
      </div>
    </section>
  )
}

interface WeekGridProps extends Pick<DentistWeekProps, 'days' | 'today'> {
  name: string
  doctorId: string | undefined
}

function WeekGrid({ days, name, doctorId, today }: WeekGridProps) {
  const navigate = useNavigate()
  const now = useNowOn(today)
  const [focused, setFocused] = useState<string>()
  const scale = days[0] ? scaleOf(days[0]) : 0.075
  const grid = toWeekGrid(days, doctorId, minHeight / scale)
  const { columns, from } = grid
  const ids = columns.flatMap(({ placed }) => placed.map(({ appointment }) => appointment._id))
  const tabStop = focused && ids.includes(focused) ? focused : ids[0]

  const toButton = (placed: Placed, column: Column<IsoDate>) => {
    const { _id: id } = placed.appointment
    return (
      <AppointmentButton
        key={id}
        placed={placed}
        scale={scale}
        gridFrom={from}
        dentist={`${name}, ${dayOfWeekInText(column.key)}`}
        isNew={false}
        now={column.key === today ? now : undefined}
        isDimmed={false}
        tabIndex={id === tabStop ? 0 : -1}
        onFocus={() => setFocused(id)}
        onClick={() => navigate(dayAddress(column.key))}
        onKeyDown={(event) => moveFocus(event, columns, { column: column.key, id })}
      />
    )
  }

  return (
    <div className="overflow-clip rounded-box border border-base-300 bg-base-100 text-sm">
      <div className="grid" style={{ gridTemplateColumns: `3.25rem repeat(${columns.length}, minmax(0, 1fr))` }}>
        <WeekHeads columns={columns} today={today} />
        <Hours grid={grid} scale={scale} />
        {columns.map((column) => (
          <ColumnBody
            key={column.key}
            {...{ column, grid, scale }}
            onFreeTime={undefined}
            onDraw={undefined}
            onBlock={undefined}
          >
            {column.key === today && <NowLine grid={grid} scale={scale} />}
            {column.placed.map((placed) => toButton(placed, column))}
          </ColumnBody>
        ))}
      </div>
    </div>
  )
}

function WeekHeads({ columns, today }: { columns: readonly Column<IsoDate>[]; today: IsoDate }) {
  const head = 'sticky top-(--header) border-base-300 border-b bg-base-100 px-2 py-2'
  return (
    <>
      <div className={`${head} left-0 z-30`} />
      {columns.map(({ key, isAbsent, placed }) => (
        <h3 key={key} className={`${head} z-20 border-l text-sm`}>
          <Link
            to={dayAddress(key)}
            aria-current={key === today ? 'date' : undefined}
            className="inline-block min-h-6 underline-offset-4 hover:underline aria-[current]:underline"
          >
            <ShortDay date={key} />
          </Link>{' '}
          <span className="font-normal text-quiet">{placed.length}</span>
          {isAbsent && <span className="font-medium text-error"> Absent</span>}
        </h3>
      ))}
    </>
  )
}

function DayAppointments({ day, today }: { day: DeskDay; today: IsoDate }) {
  const date = parseMediumDate(day.date) ?? today
  const now = useNowOn(date)
  const live = day.appointments.filter(({ status }) => status !== 'cancelled')
  const [doctor] = day.doctors
  const state = doctor?.absent ? 'Absent' : doctor?.hours.length === 0 ? 'Not working' : 'No appointments'
  return (
    <section className="print:mb-4">
      <h3 className="break-after-avoid border-edge border-b">
        <Link
          to={dayAddress(date)}
          className="flex min-h-11 print:min-h-0 items-center gap-2 underline-offset-4 hover:underline"
        >
          {formatDayOfWeek(date)}
          {date === today && <span className="font-normal text-quiet">Today</span>}
        </Link>
      </h3>
      {live.length === 0 && <p className="py-2 text-quiet text-sm">{state}</p>}
      <ul className="mt-2 grid gap-2 text-sm empty:hidden print:block">
        {live.map((appointment) => (
          <li key={appointment._id} className="break-inside-avoid">
            <Row {...{ appointment, date, now }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const onPaper =
  'day-sheet print:min-h-0 print:grid-cols-[8rem_1fr_1fr_auto] print:rounded-none print:border-x-0 print:border-t-0 print:px-0 print:py-1'

/** An appointment: a card, and a line on paper. */
function Row({ appointment, date, now }: { appointment: DeskAppointment; date: IsoDate; now: Date | undefined }) {
  const { patientName, treatment, slot, status, attention, color } = appointment
  return (
    <Link
      to={dayAddress(date)}
      data-treatment-color={color}
      className={`grid min-h-11 grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-box border-base-300 border-y border-r border-l-4 p-2 ${onPaper} ${statusGround[status]}`}
    >
      <span className="font-medium tabular-nums">{showPeriod(slot)}</span>
      <span className={status === 'booked' ? 'print:hidden' : 'print:order-last'}>
        <StatusMark {...{ appointment, now }} />
      </span>
      <span className="wrap-anywhere col-span-2 font-medium print:col-span-1">{patientName}</span>
      <span className="wrap-anywhere col-span-2 text-quiet print:col-span-1">{treatment}</span>
      <span className="col-span-2 empty:hidden print:col-span-4">
        <AlertLine {...appointment} />
      </span>
      {attention && <span className="col-span-2 text-error">Needs attention</span>}
    </Link>
  )
}
