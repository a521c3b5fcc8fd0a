import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { PatientField } from '#contract/patient/fields.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { patchPatient, refreshPatients } from '#web/api/desk/patients.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { PatientFields, toFields, toTyped, toTypedError, typedPatient } from '#web/ui/patient/PatientFields.tsx'
import { ifEmailed } from '#web/unsent.ts'

interface EditDialogProps {
  admin: string
  record: PatientRecord
  onClose: () => void
}

/** Changes what is known about a patient. Only what was changed is sent, with what the dialog showed of it. */
export function EditDialog({ admin, record, onClose }: EditDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const toast = useToast()
  // What the dialog has shown since it opened, whatever is refetched meanwhile.
  const [{ _id: id, fields: seen, account }] = useState(record)
  const [schema] = useState(() => typedPatient(seen.phones))
  const { form, field, control, setValue } = useServerForm(schema, toTyped(seen), async (typed) => {
    const fields = toFields(typed)
    const changed = (Object.keys(fields) as PatientField[]).filter((name) => !isSame(fields[name], seen[name]))
    const only = (values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => isIn(changed, name)))
    const body = { seen: only(seen), change: only(fields) }
    const { newEmail } = await patchPatient(admin, id, body).catch((error) => {
      void refreshPatients(client)
      throw toTypedError(error)
    })
    toast('success', `${fields.name} is saved.${noteOf(newEmail, fields.email)}`)
    dialog.current?.close()
    await refreshPatients(client)
  })
  const [phones, contact] = useWatch({ control, name: ['phones', 'contact'] })
  return (
    <FormDialog ref={dialog} title="Edit the record" text={seen.name} onClose={onClose}>
      <ServerForm {...form} submit="Save" className="mt-4 gap-4">
        <PatientFields
          field={field}
          phones={phones}
          contact={contact}
          setPhones={(value) => setValue('phones', value)}
          emailNote={account === undefined ? undefined : 'This is the email of their account. Its owner changes it.'}
        />
      </ServerForm>
    </FormDialog>
  )
}

const isIn = (names: readonly string[], name: string) => names.includes(name)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function noteOf(newEmail: 'link-sent' | 'has-account' | undefined, email: string): string {
  if (newEmail === 'link-sent')
    return ` ${ifEmailed(`We sent a link to ${email}.`)} ${email} is not confirmed until its owner opens it.`
  if (newEmail === 'has-account') return ` ${email} has an account: add it if it may act for them.`
  return ''
}
