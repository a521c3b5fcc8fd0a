import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { addDays, formatMediumDate, type IsoDate, monthOf, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { offer } from '#web/api/offer.ts'
import { availableOn, type Filter, nextFreeFrom, overviewOfMonth } from '#web/api/treatments.ts'
import { dayOfWeekInText, formatDayOfWeek, formatTime, timeInText } from '#web/dates.ts'
import { lastBookableDay, useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Fact } from '#web/ui/appointment/Fact.tsx'
import { DayCalendar } from '#web/ui/calendar/DayCalendar.tsx'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

/** A time in the medium format. `doctor` is the id of the only dentist who may take it. */
type MoveChoice = { date: string; slot: string; doctor?: string }

interface MoveInCalendarProps {
  /** Whose it is: `your`, or such as `Leo’s`. */
  whose?: string
  text: string
  /** The appointment: its day in the medium format, and the id of its dentist, if it has one. */
  appointment: { treatmentId: string; date: string; doctorId?: string | undefined }
  /** Moves it. @throws the server's refusal, shown in the open dialog. */
  onMove: (choice: MoveChoice) => Promise<void>
  onClose: (isMoved: boolean) => void
}

const nothing = () => undefined

/** Chooses another day, time and dentist for a patient's appointment, as the booking page does: closed and full days
 *  are marked for its treatment, and its dentist is chosen. */
export function MoveInCalendar({ whose = 'your', text, appointment, onMove, onClose }: MoveInCalendarProps) {
  const { treatmentId, date } = appointment
  const today = useClinicToday()
  const dialog = useRef<HTMLDialogElement>(null)
  const [day, chooseDay] = useState(() => dayWithin(today, date))
  const [pressed, setSlot] = useState<string>()
  const { doctors, doctor, setDoctor } = useDentist(appointment)
  const filter = useMemo((): Filter => ({ treatment: treatmentId, doctor }), [treatmentId, doctor])
  const free = useFree(day, filter)
  const slot = free.slots?.find((each) => each === pressed)
  const move = useChange(
    (chosen: string) => onMove({ date: formatMediumDate(day), slot: chosen, ...(doctor !== undefined && { doctor }) }),
    { onEnd: (isMoved) => isMoved && dialog.current?.close(), onFailed: () => free.query.refetch() },
  )

  return (
    <FormDialog ref={dialog} title={`Move ${whose} appointment`} text={text} onClose={() => onClose(move.isDone)}>
      <div className="mt-4 grid gap-4">
        {doctors.length > 0 && <Dentist doctors={doctors} chosen={doctor} onChoose={setDoctor} />}
        <section
          aria-label="Day"
          tabIndex={-1}
          data-autofocus
          className="justify-self-center outline-none [--calendar-cell:min(2.875rem,calc((100vw-3rem)/7))]"
        >
          <DayCalendar {...{ day, today, filter }} onChoose={chooseDay} onRest={nothing} onLeave={nothing} />
        </section>
        <Times {...{ day, free, slot }} onChoose={setSlot} onChooseDay={chooseDay} />
        {/* In view while the times scroll. */}
        <div className="sticky -bottom-5 -mx-5 -mb-5 border-base-300 border-t bg-card px-5 py-3 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8 sm:py-5">
          <Problem className="mb-2 text-sm">{move.problem}</Problem>
          <BusyButton
            busy={move.isBusy}
            disabled={!slot}
            className="btn btn-action w-full"
            onClick={() => slot && void move.run(slot)}
          >
            {slot ? `Move to ${dayOfWeekInText(day, 'short')}, ${timeInText(slotStartMinutes(slot))}` : 'Choose a time'}
          </BusyButton>
        </div>
      </div>
    </FormDialog>
  )
}

/** The appointment's day; today if it has passed, or is further ahead than can be booked. */
function dayWithin(today: IsoDate, date: string): IsoDate {
  const day = parseMediumDate(date) ?? today
  return day < today || day > lastBookableDay(today) ? today : day
}

/** The dentists who perform the treatment, and the chosen one: the appointment's, until another is chosen. */
function useDentist({ treatmentId, doctorId }: MoveInCalendarProps['appointment']) {
  const { data } = useQuery(offer)
  const [chosen, setDoctor] = useState(doctorId)
  const ids = data?.treatments.find(({ _id }) => _id === treatmentId)?.doctorIds ?? []
  const doctors = data?.doctors.filter(({ _id }) => ids.includes(_id)) ?? []
  // One who has left takes no appointments.
  const doctor = data && !ids.includes(chosen ?? '') ? undefined : chosen
  return { doctors, doctor, setDoctor }
}

/** The free slots of a day, undefined while they load; and if there are none, the next day that has some, null if none
 *  has. */
function useFree(day: IsoDate, filter: Filter) {
  const query = useQuery(availableOn(day, filter.doctor))
  const slots = query.data && (query.data.find(({ _id }) => _id === filter.treatment)?.slots ?? [])
  const { data: month } = useQuery(overviewOfMonth(monthOf(day), filter))
  const { data: next } = useQuery({ ...nextFreeFrom(addDays(day, 1), filter), enabled: slots?.length === 0 })
  return { query, slots, next: next?.first, isClosed: month?.[formatMediumDate(day)]?.state === 'closed' }
}

interface DentistProps {
  doctors: { _id: string; name: string }[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

function Dentist({ doctors, chosen = '', onChoose }: DentistProps) {
  const id = useId()
  const [only] = doctors
  if (only && doctors.length === 1) {
    return (
      <dl>
        <Fact label="Dentist" value={only.name} />
      </dl>
    )
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        Dentist
      </label>
      <select
        id={id}
        className="select field"
        value={chosen}
        onChange={({ target }) => onChoose(target.value || undefined)}
      >
        <option value="">Any dentist</option>
        {doctors.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

interface TimesProps {
  day: IsoDate
  free: ReturnType<typeof useFree>
  slot: string | undefined
  onChoose: (slot: string) => void
  onChooseDay: (day: IsoDate) => void
}

/** The free times of the day as buttons; without any, the next day that has some. */
function Times({ day, free, slot, onChoose, onChooseDay }: TimesProps) {
  const label = useId()
  const { query, slots, next, isClosed } = free
  return (
    <section aria-labelledby={label} className="min-h-27">
      <h3 id={label} tabIndex={-1} aria-live="polite" className="text-base">
        Times on {dayOfWeekInText(day, 'short')}
      </h3>
      <LoadError what="The free times" query={query} />
      {query.isPending && <div className="skeleton mt-2 h-11" />}
      {slots?.length === 0 && (
        <>
          <p className="mt-1 text-quiet">{isClosed ? 'We’re closed this day.' : 'No free times this day.'}</p>
          {next && (
            <button type="button" className="btn btn-line mt-2" onClick={() => onChooseDay(next)}>
              Next free: {formatDayOfWeek(next, 'short')}
            </button>
          )}
          {next === null && (
            <p className="mt-1">
              Nothing is free as far ahead as you can book. Please call <ClinicPhone />.
            </p>
          )}
        </>
      )}
      <ul className="mt-2 grid grid-cols-3 gap-2 sm:grid-cols-4">
        {slots?.map((each) => (
          <li key={each}>
            <button
              type="button"
              aria-pressed={each === slot}
              className="btn btn-line w-full px-1 tabular-nums aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-content"
              onClick={() => onChoose(each)}
            >
              {formatTime(slotStartMinutes(each))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
