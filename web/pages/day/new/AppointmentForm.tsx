import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { v4 as uuid } from 'uuid'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { AppointmentMade } from '#contract/desk/new-appointment.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { PatientFound } from '#contract/patient/found.ts'
import type { LikelyDuplicate } from '#contract/patient/record.ts'
import { postAppointment, refreshStaffTimes } from '#web/api/desk/new-appointment.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { dateInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { periodInText } from '#web/periods.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { DuplicateChoice } from '#web/ui/patient/DuplicateChoice.tsx'
import {
  type FormField,
  isNew,
  isPerformedBy,
  type TypedAppointment,
  toRequest,
  toTypedField,
  typedAppointment,
} from './fields.ts'
import { PatientPicker } from './PatientPicker.tsx'
import { TimeFields } from './TimeFields.tsx'

interface AppointmentFormProps {
  admin: string
  calendar: Calendar
  date: IsoDate
  doctor: string | undefined
  start: number | undefined
  onBooked: (made: AppointmentMade) => void
}

/** Asks for patient, treatment, dentist, day and time, and books. */
export function AppointmentForm({ admin, calendar, date, doctor = '', start, onBooked }: AppointmentFormProps) {
  const treatments = calendar.treatments.filter(({ retired }) => !retired)
  const [chosen, choose] = useState<PatientFound>()
  const { send, duplicates, addAnyway } = useSend(admin, calendar, onBooked)
  const empty = { patient: '', name: '', phone: '', email: '', treatmentId: '', slot: '', start: '', note: '' }
  const initial = { ...empty, doctor, date, outside: false }
  const { form, field, control, setValue, clearErrors, submitAgain } = useServerForm(typedAppointment, initial, send)
  const patient = useWatch({ control, name: 'patient' })
  const treatmentId = useWatch({ control, name: 'treatmentId' })
  const treatment = treatments.find(({ _id }) => _id === treatmentId)

  function take(found: PatientFound) {
    choose(found)
    setValue('patient', found._id)
    setValue('phone', found.phone ?? '')
    clearErrors()
  }
  function add(typed: string) {
    const isPhone = /^[\d\s()+./-]+$/.test(typed)
    setValue('patient', isNew)
    setValue(isPhone ? 'phone' : 'name', typed)
    clearErrors()
  }
  function searchAgain() {
    choose(undefined)
    for (const name of ['patient', 'name', 'phone', 'email'] as const) setValue(name, '')
  }

  return (
    <ServerForm
      {...form}
      submit="Book"
      className="mt-4 gap-4"
      remedy={
        duplicates && (
          <DuplicateChoice
            duplicates={duplicates}
            onUse={take}
            onAddAnyway={() => {
              addAnyway()
              submitAgain()
            }}
          />
        )
      }
    >
      {patient === '' && (
        <PatientPicker admin={admin} onChoose={take} onAdd={add} error={field('patient').error} control={control} />
      )}
      {patient === isNew && <NewPatient field={field} onSearch={searchAgain} />}
      {patient !== '' && patient !== isNew && chosen && <PatientCard patient={chosen} onChange={searchAgain} />}
      {patient !== '' && (
        <Field
          label="Phone"
          type="tel"
          autoComplete="off"
          required={patient === isNew}
          autoFocus={patient !== isNew}
          {...field('phone')}
        />
      )}
      <SelectField label="Treatment" required {...field('treatmentId')}>
        <option value="">Choose a treatment</option>
        {treatments.map(({ _id, name, price, durationMinutes }) => (
          <option key={_id} value={_id}>
            {name} · {durationMinutes} min · {formatDollars(price)}
          </option>
        ))}
      </SelectField>
      <TimeFields {...{ admin, control, field, setValue, start }} treatment={treatment} doctors={calendar.doctors} />
      {treatment && (
        <p className="flex justify-between gap-4 border-base-300 border-t pt-4">
          Price <span className="font-bold">{formatDollars(treatment.price)}</span>
        </p>
      )}
    </ServerForm>
  )
}

interface NewPatientProps {
  field: FormField
  onSearch: () => void
}

/** Name and email of a patient without an account. */
function NewPatient({ field, onSearch }: NewPatientProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-bold">New patient</p>
        <button type="button" className="btn btn-line px-4" onClick={onSearch}>
          Search instead
        </button>
      </div>
      <Field label="Name" autoComplete="off" required autoFocus {...field('name')} />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        hint="If they have one. They get a link to set a password."
        {...field('email')}
      />
    </>
  )
}

interface PatientCardProps {
  patient: PatientFound
  onChange: () => void
}

/** The chosen patient: how to reach them, and their next appointment. */
export function PatientCard({ patient: { name, email, emailConfirmed, next }, onChange }: PatientCardProps) {
  return (
    <div className="flex items-start justify-between gap-4 rounded-box border border-base-300 bg-card p-4">
      <div className="wrap-anywhere min-w-0">
        <p className="font-bold">{name}</p>
        <p className="text-quiet text-sm">{email ?? 'No email'}</p>
        {emailConfirmed === false && (
          <p className="font-medium text-sm">
            This address is not confirmed. The account shows the appointment once its owner opens the link in our email.
          </p>
        )}
        <p className="text-quiet text-sm">
          {next
            ? `Next: ${dateInText(next.date)}, ${periodInText(next.slot)}, ${next.treatment}`
            : 'No upcoming appointment'}
        </p>
      </div>
      <button type="button" className="btn btn-line px-4" onClick={onChange}>
        Change<span className="sr-only"> the patient</span>
      </button>
    </div>
  )
}

/** Returns a function that books what was typed. `duplicates`: the patients who are probably the new one, after such a
 *  refusal. `addAnyway` has the next request add the new one all the same. */
function useSend(admin: string, { treatments, doctors }: Calendar, onBooked: (made: AppointmentMade) => void) {
  const client = useQueryClient()
  const [duplicates, setDuplicates] = useState<LikelyDuplicate[]>()
  const last = useRef({ content: '', requestId: '' })
  const isAddedAnyway = useRef(false)

  /** Returns the id of the last request for the same content, whose answer may have been lost, or a new one. */
  function requestIdFor(content: string) {
    if (last.current.content !== content) last.current = { content, requestId: uuid() }
    return last.current.requestId
  }

  async function send(typed: TypedAppointment): Promise<void> {
    setDuplicates(undefined)
    const minutes = treatments.find(({ _id }) => _id === typed.treatmentId)?.durationMinutes ?? 30
    const dentist = doctors.find(({ _id }) => _id === typed.doctor)
    const isPossible = dentist && (typed.outside || isPerformedBy(typed.treatmentId, dentist))
    const request = toRequest({ ...typed, doctor: isPossible ? typed.doctor : '' }, minutes, isAddedAnyway.current)
    isAddedAnyway.current = false
    const requestId = requestIdFor(JSON.stringify(request))
    const answer = await mutate(client, () => postAppointment(admin, { ...request, requestId })).catch((error) => {
      // After a lost answer the times stay, so that a second press repeats the same request.
      if (error instanceof ApiError) void refreshStaffTimes(client)
      throw toTypedError(error, typed.outside)
    })
    if ('code' in answer) {
      setDuplicates(answer.patients)
      throw new ApiError({ type: 'about:blank', title: 'Conflict', status: 409, detail: answer.detail })
    }
    onBooked(answer)
    void refreshStaffTimes(client)
    void refreshAvailability(client)
  }

  function addAnyway() {
    isAddedAnyway.current = true
  }

  return { send, duplicates, addAnyway }
}

function toTypedError(error: unknown, outside: boolean): unknown {
  if (!(error instanceof ApiError) || !error.problem.errors) return error
  const errors = Object.entries(error.problem.errors).map(([field, message]) => [toTypedField(field, outside), message])
  return new ApiError({ ...error.problem, errors: Object.fromEntries(errors) })
}
