import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { callable } from '#contract/kit/text/phone.ts'
import { isoDateOrEmpty } from '#contract/kit/time/iso-date.ts'
import { type AccountPatient, accountPatientChange } from '#contract/patient/account-patient.ts'
import { contactWays } from '#contract/patient/patient.ts'
import { textConsentWording } from '#contract/text-message.ts'
import { accountPatientsOf, patchAccountPatient, refreshAccountPatients } from '#web/api/account-patients.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { showBirthDate } from '#web/birth-date.ts'
import { clinic } from '#web/clinic.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { toOptions } from '#web/ui/form/to-options.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { withTexts } from '#web/unsent.ts'
import { type CodeRequested, requestCode, TextCode } from './TextCode.tsx'

const text = z.string()
const phone = z.string().check(z.trim(), z.maxLength(40, 'Must be 40 characters or shorter'))
const { name, contact } = accountPatientChange.shape
const fields = z.object({
  name: z.string().check(z.minLength(1, 'Name is Required')),
  phone,
  secondPhone: phone,
  birthDate: isoDateOrEmpty,
  language: text,
  contact: z.string(),
  recalls: z.string(),
})
// The server checks each field again.
type Fields = z.infer<typeof fields>

/** Returns the schema of the form. A number that nobody can call is refused, unless it is one of `known`. */
const fieldsWith = (known: readonly string[]) => {
  const isFine = callable(clinic.phoneRule, ['', ...known])
  return z.extend(fields, { phone: phone.check(isFine), secondPhone: phone.check(isFine) })
}

/** Tells whether text messages need a code first.
 *  @throws any other error */
function isCodeNeeded(error: unknown): boolean {
  if (error instanceof ApiError && error.problem.code === 'number-not-proved') return true
  throw error
}

const languages = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'ru',
  'uk',
  'ar',
  'fa',
  'hi',
  'zh',
  'ja',
  'ko',
  'vi',
]
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })
const contactWords: Record<(typeof contactWays)[number], string> = {
  email: 'By email',
  sms: 'By text message',
  phone: 'By phone',
  none: 'Not at all',
}

const invitationWords = { yes: 'When a visit is due again', no: 'Never' }

/** The data of a person for whom the account may act, and the form that changes them. */
export function PersonDetails({ email, person }: { email: string; person: AccountPatient }) {
  const [isEditing, setIsEditing] = useState(false)
  const [code, setCode] = useState<CodeRequested>()
  const close = () => {
    setIsEditing(false)
    setCode(undefined)
  }
  if (code) return <TextCode email={email} person={person} first={code} onClose={close} />
  if (isEditing) return <EditPerson email={email} person={person} onClose={close} onCode={setCode} />
  return (
    <>
      <Facts person={person} />
      {person.isEditable && (
        <button type="button" className="btn btn-line mt-4" onClick={() => setIsEditing(true)}>
          Edit<span className="sr-only"> {person.name}</span>
        </button>
      )}
    </>
  )
}

/** The details of the account's own patient. */
export function YourDetails({ email }: { email: string }) {
  const persons = useQuery(accountPatientsOf(email))
  const own = persons.data?.find(({ relation }) => relation === 'self')
  return own ? <PersonDetails email={email} person={own} /> : <LoadError what="Your details" query={persons} />
}

function Facts({ person }: { person: AccountPatient }) {
  const facts = [
    ['Name', person.name],
    ['Phone', person.phones.join(', ') || 'Not given'],
    ['Birth date', person.birthDate ? showBirthDate(person.birthDate) : 'Not given'],
    ['Language', person.language ? languageNames.of(person.language) : 'Not given'],
    ['Reach me', contactWords[person.contact]],
    ['Invite me back', person.recalls === false ? invitationWords.no : invitationWords.yes],
  ]
  return (
    <dl className="mt-4 grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-quiet">{term}</dt>
          <dd className="wrap-anywhere max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface EditPersonProps {
  email: string
  person: AccountPatient
  onClose: () => void
  /** Called after the rest is saved, if text messages need a code first. */
  onCode: (requested: CodeRequested) => void
}

function EditPerson({ email, person, onClose, onCode }: EditPersonProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [phone = '', secondPhone = '', ...morePhones] = person.phones
  const { birthDate, language } = person
  const recalls = person.recalls === false ? 'no' : 'yes'
  const empty: Fields = { name: person.name, phone, secondPhone, birthDate, language, contact: person.contact, recalls }
  const [schema] = useState(() => fieldsWith(person.phones))
  const { form, field, control } = useServerForm(schema, empty, async (values) => {
    const phones = [values.phone, values.secondPhone, ...morePhones].filter((number) => number.trim() !== '')
    const change = { ...values, name: name.parse(values.name), contact: contact.parse(values.contact), phones }
    const { phone: _, secondPhone: __, recalls, contact: way, ...sent } = change
    const rest = { ...sent, recalls: recalls === 'yes' }
    const needsCode = await patchAccountPatient(email, person._id, { ...rest, contact: way }).then(
      () => false,
      (error) => isCodeNeeded(error),
    )
    if (needsCode) await patchAccountPatient(email, person._id, rest)
    const requested = needsCode ? await requestCode(email, person._id) : undefined
    await refreshAccountPatients(client)
    toast('success', 'Your changes are saved.')
    if (requested) onCode(requested)
    else onClose()
  })
  const way = useWatch({ control, name: 'contact' })
  return (
    <ServerForm {...form} submit="Save" onCancel={onClose} className="mt-4 max-w-96 gap-4">
      <Field label="Name" autoComplete={person.relation === 'self' ? 'name' : 'off'} required {...field('name')} />
      <Field label="Phone" type="tel" {...field('phone')} />
      <Field label="Another phone" type="tel" {...field('secondPhone')} />
      <Field label="Birth date" type="date" {...field('birthDate')} />
      <SelectField label="Language" {...field('language')}>
        {toOptions([['', 'Not given'], ...languageOptions(language)])}
      </SelectField>
      <SelectField label="How to reach me" hint={hintOf(way)} {...field('contact')}>
        {toOptions(contactWays.map((way) => [way, contactWords[way]]))}
      </SelectField>
      <SelectField label="Invite me back" {...field('recalls')}>
        {toOptions(Object.entries(invitationWords))}
      </SelectField>
    </ServerForm>
  )
}

/** Says what a way of hearing from the clinic means. */
function hintOf(way: string): string | undefined {
  if (way === 'sms') return withTexts(textConsentWording)
  if (way === 'phone') return 'We call you if we change an appointment. Receipts come by email.'
  return way === 'none' ? 'We only call you if we change an appointment. Receipts come by email.' : undefined
}

/** The languages to choose from, with the present one. */
function languageOptions(present: string) {
  const all = present === '' || languages.includes(present) ? languages : [present, ...languages]
  return all.map((tag) => [tag, languageNames.of(tag) ?? tag] as const)
}
