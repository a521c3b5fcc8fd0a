import type { ReactNode } from 'react'
import type { Path } from 'react-hook-form'
import { z } from 'zod/mini'
import { callable } from '#contract/kit/text/phone.ts'
import {
  type PatientFields as Fields,
  fieldNames,
  nothingKnown,
  type PatientField,
  patientFields,
  patientValues,
} from '#contract/patient/fields.ts'
import { textConsentWording } from '#contract/text-message.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { clinic } from '#web/clinic.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { toOptions } from '#web/ui/form/to-options.tsx'
import type { useServerForm } from '#web/ui/form/use-server-form.ts'
import { withTexts } from '#web/unsent.ts'
import { alertsHint } from './alerts-hint.ts'
import { contactNames } from './contact-names.ts'
import { Phones, separator } from './Phones.tsx'

/** Returns the schema of the fields of a patient in a form. Phone numbers are one a line. One that nobody can call is
 *  refused, unless it is one of `known`. */
export const typedPatient = (known: readonly string[] = []) => z.extend(fields, { phones: typedPhones(known) })

const fields = z.extend(patientValues, { phones: z.string() })
export type TypedPatient = z.infer<typeof fields>

function typedPhones(known: readonly string[]) {
  const isFine = z.array(z.string().check(callable(clinic.phoneRule, known)))
  return z.string().check((context) => {
    const numbers = toPhones(context.value)
    const error = patientFields.phones.schema.safeParse(numbers).error ?? isFine.safeParse(numbers).error
    const message = error?.issues[0]?.message
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })
}

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

/** A new patient in a form. */
export const nobodyTyped = toTyped({ ...nothingKnown, name: '' })

interface PatientFieldsProps {
  field: ReturnType<typeof useServerForm<TypedPatient>>['field']
  phones: string
  contact: string
  setPhones: (phones: string) => void
  /** Why the email can't be changed here. */
  emailNote?: string | undefined
}

/** The fields of a patient. */
export function PatientFields(props: PatientFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fieldNames.map((name) => {
        const { label, input } = patientFields[name]
        const Input = inputs[input]
        return (
          <div key={name} className={input === 'language' || input === 'contact' ? '' : 'sm:col-span-2'}>
            <Input {...props} name={name} label={label} />
          </div>
        )
      })}
    </div>
  )
}

type InputProps = PatientFieldsProps & { name: PatientField; label: string }

/** How each kind of field is typed. */
const inputs: Record<(typeof patientFields)[PatientField]['input'], (props: InputProps) => ReactNode> = {
  text: ({ field, name, label }) => (
    <Field label={label} autoComplete="off" required={name === 'name'} autoFocus={name === 'name'} {...field(name)} />
  ),
  date: DateInput,
  phones: ({ field, phones, setPhones }) => (
    <Phones value={phones} onChange={setPhones} error={field('phones' as Path<TypedPatient>).error} />
  ),
  email: ({ field, name, label, emailNote }) => (
    <Field
      label={label}
      type="email"
      autoComplete="off"
      hint={emailNote ?? 'Emails go there at once. It is not confirmed until its owner opens the link in our email.'}
      readOnly={emailNote !== undefined}
      {...field(name)}
    />
  ),
  language: ({ field, name, label }) => (
    <Field label={label} autoComplete="off" placeholder="en, de, es-US" {...field(name)} />
  ),
  contact: ({ field, name, label, contact }) => (
    <SelectField
      label={label}
      hint={contact === 'sms' ? withTexts(`Ask the patient first: “${textConsentWording}”`) : undefined}
      {...field(name)}
    >
      {toOptions(Object.entries(contactNames))}
    </SelectField>
  ),
  alerts: ({ field, name, label }) => <TextArea label={label} rows={2} hint={alertsHint} {...field(name)} />,
  notes: ({ field, name, label }) => <TextArea label={label} hint="Only staff see them." {...field(name)} />,
}

function DateInput({ field, name, label }: InputProps) {
  const today = useClinicToday()
  return <Field label={label} type="date" max={today} {...field(name)} />
}
