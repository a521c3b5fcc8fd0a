import { useState } from 'react'
import type { Path } from 'react-hook-form'
import { z } from 'zod/mini'
import { callable } from '#contract/kit/text/phone.ts'
import { type PatientFields as Fields, patientFields } from '#contract/patient/record.ts'
import { textConsentWording } from '#contract/text-message.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { clinic } from '#web/clinic.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import type { useServerForm } from '#web/ui/form/use-server-form.ts'
import { withTexts } from '#web/unsent.ts'

/** Returns the schema of the fields of a patient in a form. Phone numbers are one a line. One that nobody can call is
 *  refused, unless it is one of `known`. */
export const typedPatient = (known: readonly string[] = []) => z.extend(fields, { phones: typedPhones(known) })

const fields = z.object({
  name: patientFields.shape.name,
  birthDate: patientFields.shape.birthDate,
  phones: z.string(),
  email: patientFields.shape.email,
  language: patientFields.shape.language,
  contact: patientFields.shape.contact,
  notes: patientFields.shape.notes,
})
export type TypedPatient = z.infer<typeof fields>

function typedPhones(known: readonly string[]) {
  const isFine = z.array(z.string().check(callable(clinic.phoneRule, known)))
  return z.string().check((context) => {
    const numbers = toPhones(context.value)
    const error = patientFields.shape.phones.safeParse(numbers).error ?? isFine.safeParse(numbers).error
    const message = error?.issues[0]?.message
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })
}

const separator = '\n'

/** Returns the phone numbers of a form. */
const toPhones = (typed: string): string[] =>
  typed
    .split(separator)
    .map((phone) => phone.trim())
    .filter((phone) => phone !== '')

export const toTyped = ({ phones, ...fields }: Fields): TypedPatient => ({ ...fields, phones: phones.join(separator) })

export const toFields = ({ phones, ...typed }: TypedPatient): Fields => ({ ...typed, phones: toPhones(phones) })

/** Returns an error whose fields are those of the form: `change.phones.0` is `phones`. */
export function toTypedError(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.problem.errors) return error
  const errors = Object.entries(error.problem.errors).map(([field, message]) => [field.split('.')[1] ?? field, message])
  return new ApiError({ ...error.problem, errors: Object.fromEntries(errors) })
}

interface PatientFieldsProps {
  field: ReturnType<typeof useServerForm<TypedPatient>>['field']
  phones: string
  contact: string
  setPhones: (phones: string) => void
  /** Why the email can't be changed here. */
  emailNote?: string | undefined
}

/** The fields of a patient. */
export function PatientFields({ field, phones, contact, setPhones, emailNote }: PatientFieldsProps) {
  const today = useClinicToday()
  const { error: notesError, ...notes } = field('notes')
  return (
    <>
      <Field label="Name" autoComplete="off" required autoFocus {...field('name')} />
      <Field label="Birth date" type="date" max={today} {...field('birthDate')} />
      <Phones value={phones} onChange={setPhones} error={field('phones' as Path<TypedPatient>).error} />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        hint={emailNote ?? 'Emails go there at once. It is not confirmed until its owner opens the link in our email.'}
        readOnly={emailNote !== undefined}
        {...field('email')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Preferred contact"
          hint={contact === 'sms' ? withTexts(`Ask the patient first: “${textConsentWording}”`) : undefined}
          {...field('contact')}
        >
          <option value="email">Email</option>
          <option value="sms">Text message</option>
          <option value="phone">Phone call</option>
          <option value="none">Don’t contact</option>
        </SelectField>
        <Field label="Language" autoComplete="off" placeholder="en, de, es-US" {...field('language')} />
      </div>
      <Labelled id="patient-notes" label="Notes" hint="Only staff see them." error={notesError}>
        <textarea
          id="patient-notes"
          rows={4}
          aria-describedby={`${notesError === undefined ? '' : 'patient-notes-error '}patient-notes-hint`}
          aria-invalid={notesError !== undefined}
          className="textarea field"
          {...notes}
        />
      </Labelled>
    </>
  )
}

interface PhonesProps {
  /** The numbers, one a line. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Phone numbers, which can be added and removed. */
function Phones({ value, onChange, error }: PhonesProps) {
  const numbers = value.split(separator)
  const [focused, setFocused] = useState<number>()
  const change = (at: number, text: string[]) => onChange(numbers.toSpliced(at, 1, ...text).join(separator))
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Phones</legend>
      <div className="grid gap-2">
        {numbers.map((number, at) => (
          <div key={at} className="flex gap-2">
            <input
              type="tel"
              aria-label={`Phone ${at + 1}`}
              aria-invalid={error !== undefined}
              {...(error !== undefined && { 'aria-describedby': 'patient-phones-error' })}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the person has just added this field
              autoFocus={focused === at}
              maxLength={40}
              className="input field min-w-0 flex-1"
              value={number}
              onChange={({ target }) => change(at, [target.value])}
            />
            {numbers.length > 1 && (
              <button type="button" className="btn btn-line" onClick={() => change(at, [])}>
                Remove<span className="sr-only"> phone {at + 1}</span>
              </button>
            )}
          </div>
        ))}
      </div>
      {error !== undefined && (
        <p id="patient-phones-error" className="mt-1 text-error text-sm">
          {error}
        </p>
      )}
      <button
        type="button"
        className="btn btn-ghost mt-1 px-2 font-normal"
        onClick={() => {
          setFocused(numbers.length)
          onChange([...numbers, ''].join(separator))
        }}
      >
        Add a phone number
      </button>
    </fieldset>
  )
}
