import { useRef } from 'react'
import { z } from 'zod/mini'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import type { ResolveProps } from './resolve-props.ts'

const keepFields = z.object({ note: z.string().check(z.trim(), z.maxLength(200, 'Must be 200 characters or shorter')) })

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
      text={`${treatment} on ${date}, ${slot} stays as it is, although it does not fit the clinic’s rules.`}
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
