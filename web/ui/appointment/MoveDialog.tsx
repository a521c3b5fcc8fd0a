import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { formatMediumDate, type IsoDate, isIsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { MoveTime } from '#web/api/booking-changes.ts'
import { showPeriod } from '#web/periods.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import type { FirstFree } from './FirstFree.tsx'

/** A time in the medium format. `doctor` is the id of the only dentist who may take it. */
export type MoveChoice = { date: string; slot: string; doctor?: string }

interface MoveDialogProps {
  title: string
  text: string
  /** The appointment's day, in the medium format, its slot and its dentist, whom it keeps unless another is chosen. */
  appointment: { date: string; slot: string; doctorId?: string | undefined; doctor?: string | undefined }
  /** The times of a day to which it can move. */
  timesOn: (day: IsoDate) => UseQueryOptions<MoveTime[], Error, MoveTime[], string[]>
  /** Shows the next free times of its treatment. `from` and `doctor` are what is chosen so far, `onMove` moves it. */
  firstFree?: (
    search: Pick<ComponentProps<typeof FirstFree>, 'from' | 'doctor' | 'onChoose'> & {
      onMove: (choice: MoveChoice) => void
      isBusy: boolean
    },
  ) => ReactNode
  /** Moves it. @throws the server's refusal, shown in the open dialog. */
  onMove: (choice: MoveChoice) => Promise<void>
  onClose: (isMoved: boolean) => void
  /** What staff have to know, above the fields. */
  note?: ReactNode
  /** Another way to move it, below the button. */
  more?: ReactNode
}

const anyDoctor = ''

/** Chooses another day, time and dentist for an appointment, as staff do. Patients have `MoveInCalendar`. */
export function MoveDialog(props: MoveDialogProps) {
  const { title, text, appointment, timesOn, firstFree, onMove, onClose, note, more } = props
  const today = useClinicToday()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [day, setDay] = useState<IsoDate>(parseMediumDate(appointment.date) ?? today)
  const [chosenSlot, setSlot] = useState(appointment.slot)
  const [doctor, setDoctor] = useState(appointment.doctorId ?? anyDoctor)
  const times = useQuery(timesOn(day))
  const { time, fitting, others } = timesFor(times.data ?? [], doctor, chosenSlot)
  const chosenDoctor = time?.doctors.some(({ _id }) => _id === doctor) ? doctor : anyDoctor
  const isReplaced = time !== undefined && chosenDoctor === anyDoctor && doctor !== anyDoctor
  const move = useChange(onMove, {
    onEnd: (isMoved) => isMoved && dialog.current?.close(),
    onFailed: () => times.refetch(),
  })
  const choiceOf = (slot: string): MoveChoice => ({
    ...{ date: formatMediumDate(day), slot },
    ...(chosenDoctor !== anyDoctor && { doctor: chosenDoctor }),
  })

  return (
    <FormDialog ref={dialog} title={title} text={text} onClose={() => onClose(move.isDone)}>
      {note && <p className="mt-3 text-sm">{note}</p>}
      <div className="mt-4 grid gap-4">
        <DayField id={`${id}-day`} day={day} first={today} onChoose={setDay} />
        {times.isPending && <div className="skeleton h-18" />}
        {/* The place of the dentist: what is below must not move under a press. */}
        {times.isPending && appointment.doctorId !== undefined && <div className="skeleton h-18" />}
        <LoadError what="The free times" query={times} />
        {times.data?.length === 0 && <p className="min-h-18">No free times on this day. Choose another day.</p>}
        {time && (
          <Choice
            id={`${id}-time`}
            label="Time"
            value={time.slot}
            options={fitting.map(toTimeOption)}
            others={others.map(toTimeOption)}
            onChoose={setSlot}
          />
        )}
        {time && time.doctors.length > 0 && (
          <Choice
            id={`${id}-doctor`}
            label="Dentist"
            value={chosenDoctor}
            options={[
              [anyDoctor, 'Any dentist'],
              ...time.doctors.map(({ _id, name }): [string, string] => [_id, name]),
            ]}
            onChoose={setDoctor}
          />
        )}
        <p role="status" className="font-medium text-error empty:hidden">
          {isReplaced && instead(appointment.doctor, time)}
        </p>
        {firstFree?.({
          from: day,
          doctor,
          onMove: (choice) => void move.run(choice),
          isBusy: move.isBusy,
          onChoose: (found) => {
            setDay(parseMediumDate(found.date) ?? day)
            setSlot(found.slot)
          },
        })}
        <BusyButton
          busy={move.isBusy}
          disabled={!time}
          className="btn btn-action mt-2 w-full"
          onClick={() => time && void move.run(choiceOf(time.slot))}
        >
          {isReplaced ? 'Move to another dentist' : 'Move'}
        </BusyButton>
        <Problem className="text-sm">{move.problem}</Problem>
        {more}
      </div>
    </FormDialog>
  )
}

/** Returns the times at which a dentist is free, those at which only others are, and the one that is chosen: the slot
 *  if there is such a time, or else the first with the dentist. */
function timesFor(times: readonly MoveTime[], doctor: string, slot: string) {
  const isFitting = ({ doctors }: MoveTime) => doctor === anyDoctor || doctors.some(({ _id }) => _id === doctor)
  const fitting = times.filter(isFitting)
  const others = times.filter((time) => !isFitting(time))
  return { fitting, others, time: times.find((each) => each.slot === slot) ?? fitting[0] ?? others[0] }
}

const toTimeOption = ({ slot }: MoveTime): [string, string] => [slot, showPeriod(slot)]

/** Says who is free instead of a dentist. */
function instead(name: string | undefined, { doctors }: MoveTime): string {
  const free = doctors.map((each) => each.name)
  return `${name ?? 'The dentist'} isn’t free then: ${free.join(', ')} ${free.length === 1 ? 'is' : 'are'}.`
}

interface ChoiceProps {
  id: string
  label: string
  value: string
  options: [value: string, label: string][]
  /** Those that need another dentist. */
  others?: [value: string, label: string][]
  onChoose: (value: string) => void
}

function Choice({ id, label, value, options, others = [], onChoose }: ChoiceProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select id={id} className="select field" value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
        {others.length > 0 && (
          <optgroup label="With another dentist">
            {others.map(([option, name]) => (
              <option key={option} value={option}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </div>
  )
}

interface DayFieldProps {
  id: string
  day: IsoDate
  first: IsoDate
  onChoose: (day: IsoDate) => void
}

function DayField({ id, day, first, onChoose }: DayFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        Day
      </label>
      <input
        id={id}
        data-autofocus
        type="date"
        className="input field"
        min={first}
        value={day}
        onChange={({ target }) => isIsoDate(target.value) && onChoose(target.value)}
      />
    </div>
  )
}
