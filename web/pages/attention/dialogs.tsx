import { useRef } from 'react'
import { z } from 'zod/mini'
import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { moveTimesOf } from '#web/api/attention.ts'
import { dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { usePerson } from '#web/session/use-person.ts'
import { MoveDialog as ChooseTime } from '#web/ui/appointment/MoveDialog.tsx'
import { TellPatient, toTell } from '#web/ui/contact/TellPatient.tsx'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import type { ToastAction } from '#web/ui/message/Toast.tsx'

interface ResolveProps {
  item: AttentionItem
  /** Resolves an appointment and says `done` in a toast, with what is to be done next. @throws the server's refusal. */
  resolve: (id: string, resolution: ResolutionInput, done: string, next?: ToastAction) => Promise<void>
  onClose: (isResolved: boolean) => void
}

/** Moves an appointment to another time or dentist. */
export function MoveDialog({ item, resolve, onClose }: ResolveProps) {
  const { _id, patientName, treatment, date, slot } = item
  const { email: admin } = usePerson()
  const { text, action } = toTell(item)
  return (
    <ChooseTime
      title={`Move the appointment of ${patientName}`}
      text={`${treatment}, now on ${dateInText(date)}, ${periodInText(slot)}.`}
      appointment={{ date, slot }}
      timesOn={(day) => moveTimesOf(admin, _id, formatMediumDate(day))}
      onMove={(choice) =>
        resolve(
          _id,
          { action: 'move', ...choice },
          `The appointment of ${patientName} is on ${dateInText(choice.date)}, ${periodInText(choice.slot)} now${text}`,
          action,
        )
      }
      onClose={onClose}
      note={<TellPatient contact={item} />}
    />
  )
}

const keepFields = z.object({ note: textOrEmpty(200) })

/** Keeps an appointment in spite of the rules, with a note for staff. */
export function KeepDialog({ item: { _id, patientName, treatment, date, slot }, resolve, onClose }: ResolveProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isResolved = useRef(false)
  const { form, field } = useServerForm(keepFields, { note: '' }, async ({ note }) => {
    await resolve(_id, { action: 'keep', note }, `The appointment of ${patientName} stays`)
    isResolved.current = true
    dialog.current?.close()
  })
  return (
    <FormDialog
      ref={dialog}
      title={`Keep the appointment of ${patientName}?`}
      text={`${treatment} on ${dateInText(date)}, ${periodInText(slot)} stays as it is, although it does not fit the clinic’s rules.`}
      onClose={() => onClose(isResolved.current)}
    >
      <ServerForm {...form} submit="Keep" className="mt-4 gap-4">
        <Field
          label="Note"
          hint="Patients don’t see it. For example: Dr. Okafor will come in for it."
          autoComplete="off"
          data-autofocus
          {...field('note')}
        />
      </ServerForm>
    </FormDialog>
  )
}

/** Asks before an appointment is cancelled. */
export function CancelDialog({ item, resolve, onClose }: ResolveProps) {
  const { _id, treatment, patientName, date, slot, paid } = item
  const isResolved = useRef(false)
  return (
    <ConfirmDialog
      title={`Cancel the appointment of ${patientName}?`}
      text={`${treatment} on ${dateInText(date)}, ${periodInText(slot)}. The time becomes free.${paid ? ' What is left of the payment is refunded.' : ''} This can’t be undone.`}
      action="Cancel the appointment"
      failed="The appointment was not cancelled."
      onConfirm={async (close) => {
        const { text, action } = toTell(item)
        await resolve(_id, { action: 'cancel' }, `The appointment of ${patientName} is cancelled${text}`, action)
        isResolved.current = true
        close()
      }}
      onClose={() => onClose(isResolved.current)}
    >
      <p className="mt-3">
        <TellPatient contact={item} />
      </p>
    </ConfirmDialog>
  )
}
