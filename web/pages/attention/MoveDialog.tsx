import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { moveTimesOf } from '#web/api/attention.ts'
import { usePerson } from '#web/session/use-person.ts'
import { MoveDialog as ChooseTime } from '#web/ui/appointment/MoveDialog.tsx'
import { toTell } from '#web/ui/contact/contact.ts'
import { TellPatient } from '#web/ui/contact/TellPatient.tsx'
import type { ResolveProps } from './resolve-props.ts'

/** Moves an appointment to another time or dentist. */
export function MoveDialog({ item, resolve, onClose }: ResolveProps) {
  const { _id, patientName, treatment, date, slot } = item
  const { email: admin } = usePerson()
  const { text, action } = toTell(item)
  return (
    <ChooseTime
      title={`Move the appointment of ${patientName}`}
      text={`${treatment}, now on ${date}, ${slot}.`}
      date={date}
      timesOn={(day) => moveTimesOf(admin, _id, formatMediumDate(day))}
      onMove={(choice) =>
        resolve(
          _id,
          { action: 'move', ...choice },
          `The appointment of ${patientName} is on ${choice.date}, ${choice.slot} now${text}`,
          action,
        )
      }
      onClose={onClose}
      note={<TellPatient contact={item}>The patient gets an email about it.</TellPatient>}
    />
  )
}
