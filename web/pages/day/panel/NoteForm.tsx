import { z } from 'zod/mini'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { patchNote } from '#web/api/desk/appointments.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { useShowChanged } from '../use-marking.ts'

const noteFields = z.object({ note: z.string().check(z.trim(), z.maxLength(200, 'Must be 200 characters or shorter')) })

/** The clinic's own note of an appointment. */
export function NoteForm({
  admin,
  appointment: { _id, note, patientName },
}: {
  admin: string
  appointment: DeskAppointment
}) {
  const toast = useToast()
  const showChanged = useShowChanged(admin)
  const { form, field } = useServerForm(noteFields, { note }, async (fields) => {
    showChanged(await patchNote(admin, _id, { ...fields, former: note }))
    toast('success', `The note about ${patientName} is saved`)
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="mt-5 grid gap-2 border-base-300 border-t pt-4">
      <Field label="Note" hint="Patients don’t see it." autoComplete="off" {...field('note')} />
      <BusyButton type="submit" busy={form.busy} className="btn btn-line w-fit px-4">
        Save the note
      </BusyButton>
      <p role="alert" className="text-error text-sm empty:hidden">
        {form.error}
      </p>
    </form>
  )
}
