import { useRef } from 'react'
import { z } from 'zod/mini'
import type { PatientFound } from '#contract/patient/found.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import { PatientCombobox } from '#web/ui/patient/PatientCombobox.tsx'

/** Stands for a patient who is new. */
export const isNew = 'new'

/** Who calls: a patient who was found, or somebody new. */
export type Caller = PatientFound | typeof isNew

/** The fields about the patient, as they are typed. `patient`: the id of a known one, or `isNew`. */
export const callerFields = {
  patient: z.string().check(z.minLength(1, 'Choose a patient, or add a new one')),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
}

/** Returns the typed patient as the call takes them. */
export function toCaller(
  { patient, name, phone, email }: { patient: string; name: string; phone: string; email: string },
  addAnyway: boolean,
) {
  if (patient !== isNew) return { id: patient }
  return { name, phone, ...(email.trim() !== '' && { email }), ...(addAnyway && { addAnyway }) }
}

type FieldName = keyof typeof callerFields

interface CallerFieldsProps {
  admin: string
  /** The value of the field `patient`. */
  patient: string
  chosen: PatientFound | undefined
  field: (name: FieldName) => object & { error: string | undefined }
  onChoose: (caller: Caller | undefined) => void
}

/** Finds the patient who calls, or asks for the name and phone of a new one. */
export function CallerFields({ admin, patient, chosen, field, onChoose }: CallerFieldsProps) {
  const input = useRef<HTMLInputElement>(null)
  if (patient === isNew) {
    return (
      <>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="font-bold">New patient</p>
          <button type="button" className="btn btn-line px-4" onClick={() => onChoose(undefined)}>
            Search instead
          </button>
        </div>
        <Field label="Name" autoComplete="off" required autoFocus {...field('name')} />
        <Field label="Phone" type="tel" autoComplete="off" required {...field('phone')} />
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          hint="If they have one. Offers go there once it is confirmed."
          {...field('email')}
        />
      </>
    )
  }
  if (chosen) {
    return (
      <div className="flex items-start justify-between gap-4 rounded-box border border-base-300 bg-card p-4">
        <div className="wrap-anywhere min-w-0">
          <p className="font-bold">{chosen.name}</p>
          <p className="text-quiet text-sm">{[chosen.phone, chosen.email ?? 'No email'].filter(Boolean).join(' · ')}</p>
        </div>
        <button type="button" className="btn btn-line px-4" onClick={() => onChoose(undefined)}>
          Change<span className="sr-only"> the patient</span>
        </button>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <Labelled id="caller" label="Patient" required error={field('patient').error}>
        <PatientCombobox admin={admin} label="Patient" field={input} onChoose={onChoose} />
      </Labelled>
      <button type="button" className="text-link min-h-11 justify-self-start" onClick={() => onChoose(isNew)}>
        New patient
      </button>
    </div>
  )
}
