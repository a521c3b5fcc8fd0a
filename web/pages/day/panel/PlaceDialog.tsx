import { useRef, useState } from 'react'
import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { formatSlot, slotsOverlap } from '#contract/kit/time/slot.ts'
import { patchTime } from '#web/api/desk/appointments.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { TellPatient, toTell } from '#web/ui/contact/TellPatient.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { DentistField } from './DentistField.tsx'
import type { MoveProps } from './MoveDialog.tsx'

interface PlaceDialogProps extends MoveProps {
  /** The new start, in minutes after midnight. Without `id`, any dentist. */
  place: { from: number; doctor: { id?: string; name: string } }
  day: Pick<DeskDay, 'appointments' | 'doctors'>
}

/** Asks before an appointment moves to the place on which it was dropped. If the rules don't permit it, staff can move
 *  it anyway. */
export function PlaceDialog({ admin, appointment, place, day, onMoved, onClose }: PlaceDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [note, setNote] = useState('')
  const { _id: id, patientName, date } = appointment
  const slot = slotAt(place.from, appointment)
  const [dentist, setDentist] = useState(place.doctor.id ?? '')
  const isUnplaced = place.doctor.id === undefined && appointment.doctorId === undefined
  const move = useChange(
    (override: { note: string } | undefined) =>
      patchTime(admin, id, { date, slot, ...(dentist && { doctor: dentist }), ...(override && { override }) }),
    {
      onDone: (moved) => {
        onMoved(moved, toTell(moved, moved.startsAt))
        dialog.current?.close()
      },
    },
  )
  const there = day.appointments.filter((other) => other._id !== id && isInTheWay(other, slot, place.doctor.id))
  const fieldError = move.error instanceof ApiError ? move.error.problem.errors?.doctor : undefined
  const canOverride = move.error instanceof ApiError && isOfRules(move.error)

  return (
    <FormDialog ref={dialog} title={`Move the appointment of ${patientName}?`} onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-quiet">From</dt>
        <dd>{placeInWords(appointment.slot, appointment.doctor)}</dd>
        <dt className="text-quiet">To</dt>
        <dd className="font-bold">{placeInWords(slot, place.doctor.id && place.doctor.name)}</dd>
      </dl>
      <p className="wrap-anywhere mt-3 font-medium text-error empty:hidden">{thereInWords(there)}</p>
      <p className="mt-3 text-quiet text-sm">
        On {dateInText(date)}. <TellPatient contact={appointment} mayHaveBegun />
      </p>
      <Problem className="mt-3 text-sm">{move.problem}</Problem>
      {canOverride ? (
        <form
          className="mt-3 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void move.run({ note })
          }}
        >
          {isUnplaced && (
            <DentistField
              doctors={day.doctors}
              value={dentist}
              error={fieldError}
              onChange={({ target }) => setDentist(target.value)}
            />
          )}
          <Field
            label="Why it may break the rules"
            hint="Patients don’t see it. For example: Dr. Okafor agreed."
            maxLength={200}
            autoComplete="off"
            required
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <BusyButton type="submit" busy={move.isBusy} disabled={note.trim() === ''} className="btn btn-line w-full">
            Override and move
          </BusyButton>
        </form>
      ) : (
        <BusyButton
          data-autofocus
          busy={move.isBusy}
          className="btn btn-action mt-5 w-full"
          onClick={() => void move.run(undefined)}
        >
          Move
        </BusyButton>
      )}
    </FormDialog>
  )
}

/** Tells whether an appointment keeps the dentist busy in a slot. */
function isInTheWay({ doctorId, status, slot }: DeskAppointment, wanted: string, doctor: string | undefined): boolean {
  return doctor !== undefined && doctorId === doctor && occupying.has(status) && slotsOverlap(slot, wanted)
}

const occupying: ReadonlySet<DeskAppointment['status']> = new Set(['booked', 'arrived', 'done'])

function thereInWords(there: readonly DeskAppointment[]): string {
  if (there.length === 0) return ''
  const who = there.map(({ patientName, treatment, slot }) => `${patientName} (${treatment}, ${periodInText(slot)})`)
  return `Already there: ${who.join(' and ')}.`
}

// An appointment that can't move in its status is refused again, whatever the note.
const ofStatus = ['cancelled', 'over', 'arrived']

/** Tells whether the rules or another appointment refuse a place. */
function isOfRules({ problem: { status, code = '' } }: ApiError): boolean {
  return status === 400 || (status === 409 && !ofStatus.includes(code))
}

/** Returns the slot of an appointment that would begin at `from`, in minutes after midnight. */
function slotAt(from: number, { startsAt, endsAt }: DeskAppointment): string {
  return formatSlot(from, from + (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)
}

function placeInWords(slot: string, doctor: string | undefined) {
  return doctor ? `${periodInText(slot)} with ${doctor}` : periodInText(slot)
}
