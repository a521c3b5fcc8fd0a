import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { v4 as uuid } from 'uuid'
import { z } from 'zod/mini'
import { isCallable, phoneAdvice } from '#contract/kit/text/phone.ts'
import { addDays } from '#contract/kit/time/clinic-date.ts'
import type { PatientFound } from '#contract/patient/found.ts'
import type { LikelyDuplicate } from '#contract/patient/record.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { postCaller, refreshWaitingList } from '#web/api/desk/waiting-list.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { clinic } from '#web/clinic.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { whyUnreached } from '#web/ui/contact/unreached.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { DuplicateChoice } from '#web/ui/patient/DuplicateChoice.tsx'
import { WishFields } from '#web/ui/waiting-list/WishFields.tsx'
import { emptyWish, hoursInOrder, toWish, typedWish } from '#web/ui/waiting-list/wish.ts'
import { type Caller, CallerFields, callerFields, isNew, toCaller } from './CallerFields.tsx'

const typedEntry = z
  .object({
    ...callerFields,
    treatmentId: z.string().check(z.minLength(1, 'Choose a treatment')),
    ...typedWish.shape,
  })
  .check(
    z.refine(({ patient, name }) => patient !== isNew || name.trim() !== '', {
      error: 'Name is Required',
      path: ['name'],
    }),
    z.refine(({ patient, phone }) => patient !== isNew || phone.trim() !== '', {
      error: 'Phone is Required',
      path: ['phone'],
    }),
    z.refine(({ patient, phone }) => patient !== isNew || phone.trim() === '' || isCallable(phone, clinic.phoneRule), {
      error: () => phoneAdvice(clinic.phoneRule),
      path: ['phone'],
    }),
    hoursInOrder,
  )
type TypedEntry = z.infer<typeof typedEntry>

interface AddCallerProps {
  admin: string
  onClose: () => void
}

const daysAhead = 30

/** Puts a patient who calls, known or new, on the waiting list. */
export function AddCaller({ admin, onClose }: AddCallerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const calendar = useQuery(calendarOf(admin))
  const today = useClinicToday()
  const [chosen, setChosen] = useState<PatientFound>()
  const { send, duplicates, addAnyway } = useSend(admin, chosen, () => dialog.current?.close())
  const initial = {
    patient: '',
    name: '',
    phone: '',
    email: '',
    treatmentId: '',
    ...emptyWish(addDays(today, daysAhead)),
  }
  const { form, field, control, setValue, clearErrors, submitAgain } = useServerForm(typedEntry, initial, send)
  const patient = useWatch({ control, name: 'patient' })
  const treatmentId = useWatch({ control, name: 'treatmentId' })
  const treatments = calendar.data?.treatments.filter(({ retired }) => !retired) ?? []
  const dentists = calendar.data?.doctors.filter(({ treatmentIds }) => treatmentIds.includes(treatmentId)) ?? []

  function choose(caller: Caller | undefined) {
    setChosen(caller === isNew ? undefined : caller)
    setValue('patient', caller === isNew ? isNew : (caller?._id ?? ''))
    clearErrors()
  }

  return (
    <FormDialog ref={dialog} title="Add a caller" onClose={onClose}>
      <LoadError what="The treatments" query={calendar} className="mt-4" />
      <ServerForm
        {...form}
        submit="Add to the list"
        className="mt-4 gap-4"
        remedy={
          duplicates && (
            <DuplicateChoice
              duplicates={duplicates}
              onUse={choose}
              onAddAnyway={() => {
                addAnyway()
                submitAgain()
              }}
            />
          )
        }
      >
        <CallerFields admin={admin} patient={patient} chosen={chosen} field={field} onChoose={choose} />
        <SelectField label="Treatment" required {...field('treatmentId')}>
          <option value="">Choose a treatment</option>
          {treatments.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <WishFields field={field} dentists={dentists} />
      </ServerForm>
    </FormDialog>
  )
}

/** Returns a function that sends what was typed. `duplicates`: the patients who are probably the new one, after such a
 *  refusal. `addAnyway` has the next request add the new one all the same. */
function useSend(admin: string, chosen: PatientFound | undefined, onAdded: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  const [duplicates, setDuplicates] = useState<LikelyDuplicate[]>()
  const last = useRef({ content: '', requestId: '' })
  const isAddedAnyway = useRef(false)

  async function send(typed: TypedEntry): Promise<void> {
    setDuplicates(undefined)
    const { treatmentId } = typed
    const patient = toCaller(typed, isAddedAnyway.current)
    isAddedAnyway.current = false
    const request = { ...toWish(typed), treatmentId, patient }
    // The answer to the last request for the same content may have been lost.
    const content = JSON.stringify(request)
    if (last.current.content !== content) last.current = { content, requestId: uuid() }
    const { requestId } = last.current
    const answer = await postCaller(admin, { ...request, requestId }).catch((error) => {
      throw toTypedError(error)
    })
    if ('code' in answer) {
      setDuplicates(answer.patients)
      throw new ApiError({ type: 'about:blank', title: 'Conflict', status: 409, detail: answer.detail })
    }
    const { entry } = answer
    const how = entry.emailed ? '' : ` ${whyUnreached[entry.because ?? 'no-email']}: please call them.`
    toast('success', `${chosen?.name ?? entry.patientName} waits for ${entry.treatment} now.${how}`)
    await refreshWaitingList(client)
    onAdded()
  }

  return {
    send,
    duplicates,
    addAnyway: () => {
      isAddedAnyway.current = true
    },
  }
}

/** Names the form's fields instead of the request's. */
function toTypedError(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.problem.errors) return error
  const errors = Object.entries(error.problem.errors).map(([name, text]) => [name.replace(/^patient\./, ''), text])
  return new ApiError({ ...error.problem, errors: Object.fromEntries(errors) })
}
