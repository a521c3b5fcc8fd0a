import type { DeskAppointment } from '#contract/desk/day.ts'
import { deskTimesOf, patchTime } from '#web/api/desk/appointments.ts'
import { MoveDialog as ChooseTime } from '#web/ui/appointment/MoveDialog.tsx'
import { TellPatient, type ToTell, toTell } from '#web/ui/contact/TellPatient.tsx'

export interface MoveProps {
  admin: string
  appointment: DeskAppointment
  /** Called after it was moved, with what a toast adds. */
  onMoved: (moved: DeskAppointment, told: ToTell) => void
  onClose: () => void
}

/** Moves an appointment to a time that the rules permit. `onOverride` opens the form for any other. */
export function MoveDialog({
  admin,
  appointment,
  onMoved,
  onClose,
  onOverride,
}: MoveProps & { onOverride: () => void }) {
  const { _id, patientName, treatment, date, slot } = appointment
  return (
    <ChooseTime
      title={`Move the appointment of ${patientName}`}
      text={`${treatment}, now on ${date}, ${slot}.`}
      date={date}
      timesOn={(day) => deskTimesOf(admin, _id, day)}
      onMove={async (choice) => {
        const moved = await patchTime(admin, _id, choice)
        onMoved(moved, toTell(moved, moved.startsAt))
      }}
      onClose={onClose}
      note={
        <TellPatient contact={appointment}>
          The patient gets an email about it, unless the new time has begun.
        </TellPatient>
      }
      more={
        <button type="button" className="text-link min-h-11 text-sm" onClick={onOverride}>
          Choose a time that is not offered
        </button>
      }
    />
  )
}
