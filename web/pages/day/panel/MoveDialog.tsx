import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod/mini'
import type { DeskAppointment, DeskDoctor } from '#contract/desk/day.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { deskTimesOf, patchTime } from '#web/api/desk/appointments.ts'
import { firstFreeOf } from '#web/api/desk/new-appointment.ts'
import { ApiError, refusalOf } from '#web/api/http/errors.ts'
import { dateInText, dayOfWeekInText, typedToMedium } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { FirstFree } from '#web/ui/appointment/FirstFree.tsx'
import { MoveDialog as ChooseTime, type MoveChoice } from '#web/ui/appointment/MoveDialog.tsx'
import { TellPatient, type ToTell, toTell } from '#web/ui/contact/TellPatient.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { DentistField } from './DentistField.tsx'

export interface MoveProps {
  admin: string
  appointment: DeskAppointment
  /** Called after it was moved, with what a toast adds. */
  onMoved: (moved: DeskAppointment, told: ToTell) => void
  onClose: () => void
}

/** A move that was refused, and can be made in spite of the rules: `why` is a sentence. */
export type RefusedMove = { date: string; slot: string; doctor?: string; why: string }

/** Moves an appointment to a time that the rules permit. `onOverride` opens the form for any other, and for one at
 *  which only the patient has another appointment. */
export function MoveDialog({
  admin,
  appointment,
  onMoved,
  onClose,
  onOverride,
}: MoveProps & { onOverride: (refused?: RefusedMove) => void }) {
  const { _id, patientName, treatment, treatmentId, date, slot } = appointment
  return (
    <ChooseTime
      title={`Move the appointment of ${patientName}`}
      text={`${treatment}, now on ${dateInText(date)}, ${periodInText(slot)}.`}
      appointment={appointment}
      timesOn={(day) => deskTimesOf(admin, _id, day)}
      firstFree={({ onMove, isBusy, ...search }) => (
        <>
          <FirstMove {...search} {...{ admin, appointment, onMove, isBusy }} />
          <FirstFree {...search} admin={admin} treatmentId={treatmentId} />
        </>
      )}
      onMove={async (choice) => {
        const moved = await patchTime(admin, _id, choice).catch((error: unknown) => {
          if (error instanceof ApiError && error.problem.code === 'own-appointment')
            onOverride({ ...choice, why: refusalOf(error) })
          throw error
        })
        onMoved(moved, toTell(moved, moved.startsAt))
      }}
      onClose={onClose}
      note={<TellPatient contact={appointment} mayHaveBegun />}
      more={
        <button type="button" className="text-link min-h-11 text-sm" onClick={() => onOverride()}>
          Choose a time that is not offered
        </button>
      }
    />
  )
}

interface FirstMoveProps {
  admin: string
  appointment: DeskAppointment
  /** The id of the only dentist who may have it, or empty. */
  doctor: string
  from: IsoDate
  onMove: (choice: MoveChoice) => void
  isBusy: boolean
}

/** A button that moves an appointment to the first other time that is free. */
function FirstMove({ admin, appointment, doctor, from, onMove, isBusy }: FirstMoveProps) {
  const search = { treatment: appointment.treatmentId, doctor, part: undefined, from }
  const { data = [] } = useQuery(firstFreeOf(admin, search))
  const first = data.find(({ date, slot }) => date !== appointment.date || slot !== appointment.slot)
  const day = first && parseMediumDate(first.date)
  return (
    <div className="min-h-11">
      {first && day && (
        <BusyButton
          busy={isBusy}
          className="btn btn-line w-full"
          onClick={() => onMove({ date: first.date, slot: first.slot, ...(doctor && { doctor }) })}
        >
          Move to {dayOfWeekInText(day, 'short')}, {periodInText(first.slot)}
        </BusyButton>
      )}
    </div>
  )
}

const overrideFields = z.object({
  date: z.string().check(z.minLength(1, 'Choose a day')),
  slot: z.string().check(z.minLength(1, 'Choose a time')),
  doctor: z.string(),
  note: plainText('Say why', 200),
})

/** Moves an appointment to any time, in spite of rules and overlaps. `refused`: the move that it begins with. */
export function OverrideDialog({
  admin,
  appointment,
  doctors,
  refused,
  onMoved,
  onClose,
}: MoveProps & { doctors: readonly DeskDoctor[]; refused: RefusedMove | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { _id: id, patientName, treatment, date, slot, doctorId } = appointment
  const first = {
    date: parseMediumDate(refused?.date ?? date) ?? '',
    slot: toClock(slotStartMinutes(refused?.slot ?? slot)),
    doctor: doctors.find(({ _id }) => _id === (refused?.doctor ?? doctorId))?._id ?? '',
    note: '',
  }
  const { form, field } = useServerForm(overrideFields, first, async ({ date: day, slot: time, doctor, note }) => {
    const moved = await patchTime(admin, id, {
      date: typedToMedium(day),
      slot: formatSlot(toMinutes(time), toMinutes(time)),
      ...(doctor && { doctor }),
      override: { note },
    })
    onMoved(moved, toTell(moved, moved.startsAt))
    dialog.current?.close()
  })

  return (
    <FormDialog
      ref={dialog}
      title={`Move the appointment of ${patientName} anyway`}
      text={`${treatment}, now on ${dateInText(date)}, ${periodInText(slot)}. It may be outside the opening hours and overlap other appointments.`}
      onClose={onClose}
    >
      <p className="mt-3 text-sm">
        <TellPatient contact={appointment} mayHaveBegun />
      </p>
      {refused && (
        <p role="alert" className="mt-3 font-medium text-error text-sm">
          {refused.why}
        </p>
      )}
      <ServerForm {...form} submit="Override and move" className="mt-4 gap-4">
        <Field
          label="Day"
          type="date"
          min={useClinicToday()}
          data-autofocus={!refused || undefined}
          {...field('date')}
        />
        <Field label="Time" type="time" {...field('slot')} />
        <DentistField
          doctors={doctors}
          former={appointment.doctor}
          isChosen={first.doctor !== ''}
          {...field('doctor')}
        />
        <Field
          label="Why it may break the rules"
          hint="Patients don’t see it. For example: Dr. Okafor agreed."
          autoComplete="off"
          required
          data-autofocus={refused && true}
          {...field('note')}
        />
      </ServerForm>
    </FormDialog>
  )
}

function toClock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function toMinutes(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
