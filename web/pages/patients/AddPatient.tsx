import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { v4 as uuid } from 'uuid'
import type { LikelyDuplicate } from '#contract/patient/record.ts'
import { postPatient, refreshPatients } from '#web/api/desk/patients.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { DuplicateChoice } from '#web/ui/patient/DuplicateChoice.tsx'
import { nobodyTyped, PatientFields, toFields, toTypedError, typedPatient } from '#web/ui/patient/PatientFields.tsx'

interface AddPatientProps {
  admin: string
  /** Called with the id of the new patient, or of the one who was there already. */
  onAdded: (id: string) => void
  onClose: () => void
}

/** Adds a patient, unless they are probably there already. */
export function AddPatient({ admin, onAdded, onClose }: AddPatientProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const toast = useToast()
  const [duplicates, setDuplicates] = useState<LikelyDuplicate[]>()
  const isAddedAnyway = useRef(false)
  const last = useRef({ content: '', requestId: '' })

  const [schema] = useState(() => typedPatient())
  const { form, field, control, setValue, submitAgain } = useServerForm(schema, nobodyTyped, async (typed) => {
    setDuplicates(undefined)
    const request = { fields: toFields(typed), ...(isAddedAnyway.current && { addAnyway: true }) }
    isAddedAnyway.current = false
    // The answer to the last request for the same content may have been lost.
    const content = JSON.stringify(request)
    if (last.current.content !== content) last.current = { content, requestId: uuid() }
    const { requestId } = last.current
    const answer = await postPatient(admin, { ...request, requestId }).catch((error) => {
      throw toTypedError(error)
    })
    if ('code' in answer) {
      setDuplicates(answer.patients)
      throw new ApiError({ type: 'about:blank', title: 'Conflict', status: 409, detail: answer.detail })
    }
    toast('success', `${typed.name} is a patient now`)
    void refreshPatients(client)
    leave(answer._id)
  })
  const [phones, contact] = useWatch({ control, name: ['phones', 'contact'] })

  function leave(id: string) {
    dialog.current?.close()
    onAdded(id)
  }

  return (
    <FormDialog ref={dialog} title="Add patient" onClose={onClose}>
      <ServerForm
        {...form}
        submit="Add"
        className="mt-4 gap-4"
        remedy={
          duplicates && (
            <DuplicateChoice
              duplicates={duplicates}
              onUse={({ _id }) => leave(_id)}
              onAddAnyway={() => {
                isAddedAnyway.current = true
                submitAgain()
              }}
            />
          )
        }
      >
        <PatientFields
          field={field}
          phones={phones}
          contact={contact}
          setPhones={(value) => setValue('phones', value)}
        />
      </ServerForm>
    </FormDialog>
  )
}
