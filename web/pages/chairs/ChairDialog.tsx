import { useRef } from 'react'
import { z } from 'zod/mini'
import type { Calendar } from '#contract/calendar/calendar.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import type { ChangeRules } from '#web/ui/calendar/use-rule-change.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

const chairFields = z.object({ name: plainText('Name is Required', 50) })

interface ChairDialogProps {
  /** Undefined: a new chair. */
  chair: Calendar['chairs'][number] | undefined
  change: ChangeRules
  onClose: () => void
}

/** Adds or renames a chair. */
export function ChairDialog({ chair, change, onClose }: ChairDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { form, field } = useServerForm(chairFields, { name: chair?.name ?? '' }, async ({ name }) => {
    const isSaved = await change(
      chair ? { kind: 'rename-chair', chairId: chair._id, name } : { kind: 'add-chair', name },
      {
        question: `Save ${name}?`,
        action: 'Save',
        done: chair ? `The chair is called ${name} now` : `${name} is added`,
      },
    ).catch((error) => {
      throw toFormError(error, 'change')
    })
    if (isSaved) dialog.current?.close()
  })
  return (
    <FormDialog ref={dialog} title={chair ? `Rename ${chair.name}` : 'Add a chair'} onClose={onClose}>
      <ServerForm {...form} submit={chair ? 'Save' : 'Add'} className="mt-4 gap-4">
        <Field label="Name" autoComplete="off" required data-autofocus {...field('name')} />
      </ServerForm>
    </FormDialog>
  )
}
