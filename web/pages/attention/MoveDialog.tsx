import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { formatMediumDate, type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { moveTimesOf } from '#web/api/admin/attention.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import type { ResolveProps } from './resolve-props.ts'

const anyDoctor = ''

/** Moves an appointment to another time or dentist. */
export function MoveDialog({ item: { _id, patientName, treatment, date, slot }, resolve, onClose }: ResolveProps) {
  const { email: admin } = usePerson()
  const today = useClinicToday()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [day, setDay] = useState<IsoDate>(parseMediumDate(date) ?? today)
  const [chosenSlot, setSlot] = useState('')
  const [doctor, setDoctor] = useState(anyDoctor)
  const times = useQuery(moveTimesOf(admin, _id, formatMediumDate(day)))
  const time = times.data?.find((each) => each.slot === chosenSlot) ?? times.data?.[0]
  const chosenDoctor = time?.doctors.some((each) => each._id === doctor) ? doctor : anyDoctor

  const move = useMutation({
    mutationFn: async (slot: string) => {
      const newDate = formatMediumDate(day)
      const choice = chosenDoctor === anyDoctor ? {} : { doctor: chosenDoctor }
      const done = `The appointment of ${patientName} is on ${newDate}, ${slot} now`
      await resolve(_id, { action: 'move', date: newDate, slot, ...choice }, done)
    },
    onSuccess: () => dialog.current?.close(),
    onError: () => times.refetch(),
  })

  return (
    <FormDialog
      ref={dialog}
      title={`Move the appointment of ${patientName}`}
      text={`${treatment}, now on ${date}, ${slot}.`}
      onClose={() => onClose(move.isSuccess)}
    >
      <div className="mt-4 grid gap-4">
        <DayField id={`${id}-day`} day={day} today={today} onChoose={setDay} />
        {times.isPending && <div className="skeleton h-18" />}
        <LoadError what="The free times" query={times} />
        {times.data?.length === 0 && <p className="min-h-18">Nothing is free on this day. Choose another one.</p>}
        {time && (
          <Choice
            id={`${id}-time`}
            label="Time"
            value={time.slot}
            options={(times.data ?? []).map((each) => [each.slot, each.slot])}
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
              ...time.doctors.map((each): [string, string] => [each._id, each.name]),
            ]}
            onChoose={setDoctor}
          />
        )}
        <BusyButton
          busy={move.isPending}
          disabled={!time}
          className="btn btn-action mt-2 w-full"
          onClick={() => time && move.mutate(time.slot)}
        >
          Move
        </BusyButton>
        <p role="alert" className="text-error text-sm empty:hidden">
          {move.error && messageFor(move.error)}
        </p>
      </div>
    </FormDialog>
  )
}

interface ChoiceProps {
  id: string
  label: string
  value: string
  options: [value: string, label: string][]
  onChoose: (value: string) => void
}

function Choice({ id, label, value, options, onChoose }: ChoiceProps) {
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
      </select>
    </div>
  )
}

interface DayFieldProps {
  id: string
  day: IsoDate
  today: IsoDate
  onChoose: (day: IsoDate) => void
}

function DayField({ id, day, today, onChoose }: DayFieldProps) {
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
        min={today}
        value={day}
        onChange={({ target }) => target.value && onChoose(target.value as IsoDate)}
      />
    </div>
  )
}
