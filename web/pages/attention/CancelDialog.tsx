import { useRef } from 'react'
import { toTell } from '#web/ui/contact/contact.ts'
import { TellPatient } from '#web/ui/contact/TellPatient.tsx'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import type { ResolveProps } from './resolve-props.ts'

/** Asks before an appointment is cancelled. */
export function CancelDialog({ item, resolve, onClose }: ResolveProps) {
  const { _id, treatment, patientName, date, slot, paid } = item
  const isResolved = useRef(false)
  return (
    <ConfirmDialog
      title={`Cancel the appointment of ${patientName}?`}
      text={`${treatment} on ${date}, ${slot}. The time becomes free.${paid ? ' What is left of the payment is refunded.' : ''} This can’t be undone.`}
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
        <TellPatient contact={item}>The patient gets an email.</TellPatient>
      </p>
    </ConfirmDialog>
  )
}
