import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import { patientFields } from '#contract/patient/fields.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { patchPatient, refreshPatients } from '#web/api/desk/patients.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { toTypedError } from '#web/ui/patient/PatientFields.tsx'

interface NotesDialogProps {
  admin: string
  record: PatientRecord
  onClose: () => void
}

const typedNotes = z.object({ notes: patientFields.notes.schema })

/** Changes the notes about a patient who has died, whose other data stay. */
export function NotesDialog({ admin, record, onClose }: NotesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const toast = useToast()
  // What the dialog has shown since it opened, whatever is refetched meanwhile.
  const [{ _id: id, fields }] = useState(record)
  const { form, field } = useServerForm(typedNotes, { notes: fields.notes }, async (change) => {
    const body = { seen: { notes: fields.notes }, change }
    await patchPatient(admin, id, body).catch((error) => {
      void refreshPatients(client)
      throw toTypedError(error)
    })
    toast('success', 'The notes are saved.')
    dialog.current?.close()
    await refreshPatients(client)
  })
  return (
    <FormDialog ref={dialog} title="Edit the notes" text={fields.name} onClose={onClose}>
      <ServerForm {...form} submit="Save" className="mt-4 gap-4">
        <TextArea label="Notes" hint="Only staff see them." data-autofocus {...field('notes')} />
      </ServerForm>
    </FormDialog>
  )
}
