import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { contactWays } from '#contract/patient/patient.ts'
import { type Person, personChange } from '#contract/patient/person.ts'
import { textConsentWording } from '#contract/text-message.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { patchPerson, personsOf, refreshPersons } from '#web/api/persons.ts'
import { formatDay } from '#web/dates.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { toOptions } from '#web/ui/form/to-options.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'

const text = z.string()
const { name, contact } = personChange.shape
const fields = z.object({
  name: z.string().check(z.minLength(1, 'Name is Required')),
  phone: text,
  secondPhone: text,
  birthDate: text,
  language: text,
  contact: z.string(),
  recalls: z.string(),
})
// The server checks each field again.
type Fields = z.infer<typeof fields>

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
export function PersonDetails({ email, person }: { email: string; person: Person }) {
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing) return <EditPerson email={email} person={person} onClose={() => setIsEditing(false)} />
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
  const persons = useQuery(personsOf(email))
  const own = persons.data?.find(({ relation }) => relation === 'self')
  return own ? <PersonDetails email={email} person={own} /> : <LoadError what="Your details" query={persons} />
}

function Facts({ person }: { person: Person }) {
  const facts = [
    ['Name', person.name],
    ['Phone', person.phones.join(', ') || 'Not known'],
    ['Birth date', person.birthDate ? formatDay(person.birthDate as IsoDate) : 'Not known'],
    ['Language', person.language ? languageNames.of(person.language) : 'Not known'],
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

function EditPerson({ email, person, onClose }: { email: string; person: Person; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const [phone = '', secondPhone = '', ...morePhones] = person.phones
  const { birthDate, language } = person
  const recalls = person.recalls === false ? 'no' : 'yes'
  const empty: Fields = { name: person.name, phone, secondPhone, birthDate, language, contact: person.contact, recalls }
  const { form, field, control } = useServerForm(fields, empty, async (values) => {
    const phones = [values.phone, values.secondPhone, ...morePhones].filter((number) => number.trim() !== '')
    const change = { ...values, name: name.parse(values.name), contact: contact.parse(values.contact), phones }
    const { phone: _, secondPhone: __, recalls, ...sent } = change
    await mutate(client, () => patchPerson(email, person._id, { ...sent, recalls: recalls === 'yes' }))
    await refreshPersons(client)
    toast('success', 'Your changes are saved.')
    onClose()
  })
  const way = useWatch({ control, name: 'contact' })
  return (
    <ServerForm {...form} submit="Save" onCancel={onClose} className="mt-4 max-w-96 gap-4">
      <Field label="Name" autoComplete={person.relation === 'self' ? 'name' : 'off'} required {...field('name')} />
      <Field label="Phone" type="tel" {...field('phone')} />
      <Field label="Another phone" type="tel" {...field('secondPhone')} />
      <Field label="Birth date" type="date" {...field('birthDate')} />
      <SelectField label="Language" {...field('language')}>
        {toOptions([['', 'Not known'], ...languageOptions(language)])}
      </SelectField>
      <SelectField label="How to reach me" hint={way === 'sms' ? textConsentWording : undefined} {...field('contact')}>
        {toOptions(contactWays.map((way) => [way, contactWords[way]]))}
      </SelectField>
      <SelectField label="Invite me back" {...field('recalls')}>
        {toOptions(Object.entries(invitationWords))}
      </SelectField>
    </ServerForm>
  )
}

/** The languages to choose from, with the present one. */
function languageOptions(present: string) {
  const all = present === '' || languages.includes(present) ? languages : [present, ...languages]
  return all.map((tag) => [tag, languageNames.of(tag) ?? tag] as const)
}
