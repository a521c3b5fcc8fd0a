import { useId, useRef } from 'react'
import { type CancelReason, cancelRequest } from '#contract/booking/change-booking.ts'
import type { PatientChanges } from '#contract/booking/patient-changes.ts'
import { refundSentence } from '#web/money.ts'
import { nearDateInText } from '#web/near-date.ts'
import { periodInText } from '#web/periods.ts'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

const reasons: Record<CancelReason, string> = {
  ill: 'I am ill',
  'no-time': 'I can’t come at this time',
  'not-needed': 'I don’t need it any more',
  other: 'Another reason',
}

interface CancelDialogProps {
  appointment: { treatment: string; date: string; slot: string }
  /** Whose it is: `your`, or such as `Leo’s`. */
  whose?: string
  /** What the patient can do with it now, which can change while the dialog is open. */
  changes: PatientChanges
  /** Cancels it. @throws the server's refusal, shown in the open dialog. */
  onCancel: (reason: CancelReason) => Promise<void>
  onClose: (isCancelled: boolean) => void
}

/** Asks why a patient cancels, and cancels. */
export function CancelDialog({ appointment, whose = 'your', changes, onCancel, onClose }: CancelDialogProps) {
  const { treatment, date, slot } = appointment
  const { state } = changes
  const name = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isCancelled = useRef(false)
  const { form, field } = useServerForm(cancelRequest, { reason: 'no-time' as const }, async ({ reason }) => {
    await onCancel(reason)
    isCancelled.current = true
    dialog.current?.close()
  })
  const { error, ...reason } = field('reason')

  if (state === 'too-late') {
    return (
      <FormDialog ref={dialog} title="It’s too late to cancel here" onClose={() => onClose(false)}>
        <p className="mt-3">
          {treatment} on {nearDateInText(date)}, {periodInText(slot)}. Can’t make it? Move it, or call us at{' '}
          <ClinicPhone />.
        </p>
      </FormDialog>
    )
  }
  return (
    <FormDialog
      ref={dialog}
      title={`Cancel ${whose} appointment?`}
      text={`${treatment} on ${nearDateInText(date)}, ${periodInText(slot)}. ${refundSentence(changes)}`}
      onClose={() => onClose(isCancelled.current)}
    >
      <ServerForm {...form} submit="Cancel the appointment" isRemoval className="mt-4 gap-4">
        <fieldset>
          <legend className="font-medium">Why are you canceling?</legend>
          {Object.entries(reasons).map(([value, label], at) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                {...reason}
                data-autofocus={at === 0 || undefined}
                type="radio"
                value={value}
                className="radio"
                aria-describedby={name}
              />
              {label}
            </label>
          ))}
          <p id={name} className="text-error text-sm empty:hidden">
            {error}
          </p>
        </fieldset>
      </ServerForm>
    </FormDialog>
  )
}
