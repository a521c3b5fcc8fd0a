import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AbsenceRequest, requestRefusal } from '#contract/calendar/absence-request.ts'
import { absenceRequestsOf, postRefusal } from '#web/api/absence-requests.ts'
import { rangeInWords } from '#web/ui/calendar/range.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'

interface RefuseDialogProps {
  admin: string
  request: AbsenceRequest
  onDone: () => void
  onClose: () => void
}

/** Refuses an absence with a sentence for the dentist. */
export function RefuseDialog({
  admin,
  request: { _id, doctor, firstDay, lastDay },
  onDone,
  onClose,
}: RefuseDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const toast = useToast()
  const { form, field } = useServerForm(requestRefusal, { reason: '' }, async ({ reason }) => {
    await postRefusal(admin, _id, reason)
    await client.invalidateQueries(absenceRequestsOf(admin))
    toast('success', `${doctor} reads that the absence is not possible`)
    dialog.current?.close()
    onDone()
  })
  return (
    <FormDialog
      ref={dialog}
      title={`Refuse the absence of ${doctor}?`}
      text={`They asked to be absent ${rangeInWords(firstDay, lastDay)}.`}
      onClose={onClose}
    >
      <ServerForm {...form} submit="Refuse" className="mt-4 gap-4">
        <Field
          label="Reason"
          hint={`${doctor} reads it, also by email.`}
          autoComplete="off"
          required
          data-autofocus
          {...field('reason')}
        />
      </ServerForm>
    </FormDialog>
  )
}
