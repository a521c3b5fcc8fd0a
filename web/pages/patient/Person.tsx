import type { ReactNode } from 'react'
import { mailLink } from '#contract/kit/text/mail-link.ts'
import { fieldNames, type PatientField, patientFields } from '#contract/patient/fields.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { ageOf, showBirthDate } from '#web/birth-date.ts'
import { clinicDayAt } from '#web/dates.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { Section } from '#web/ui/frame/Section.tsx'
import { contactNames } from '#web/ui/patient/contact-names.ts'
import { languageName } from './names.ts'

/** Who a patient is and how to reach them. */
export function Person({ record }: { record: PatientRecord }) {
  const { fields, createdAt, noShows } = record
  return (
    <Section title="Person">
      <dl className="mt-4 grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)] [&_dd]:wrap-anywhere max-sm:[&_dd]:pb-2 [&_dt]:text-quiet">
        {fieldNames
          .filter((name) => name !== 'name' && name !== 'alerts' && name !== 'notes')
          .map((name) => (
            <FieldFact key={name} name={name} record={record} />
          ))}
        <Fact label="No-shows">{String(noShows)}</Fact>
        <Fact label="Patient since">{clinicDayAt(createdAt)}</Fact>
        {fields.alerts === '' && (
          <Fact label="Alerts" none="None">
            {null}
          </Fact>
        )}
        <Fact label="Notes" none="None">
          {fields.notes && <span className="whitespace-pre-line">{fields.notes}</span>}
        </Fact>
      </dl>
      <p className="mt-3 text-quiet text-sm">Only staff see the notes.</p>
    </Section>
  )
}

function FieldFact({ name, record }: { name: PatientField; record: PatientRecord }) {
  const { label } = patientFields[name]
  const { birthDate, phones, email, language, contact } = record.fields
  const today = useClinicToday()
  switch (name) {
    case 'birthDate':
      return <Fact label={label}>{birthDate && `${showBirthDate(birthDate)} (${ageOf(birthDate, today)})`}</Fact>
    case 'phones':
      return (
        <Fact label={phones.length > 1 ? label : 'Phone'}>{phones.length > 0 && <PhoneList phones={phones} />}</Fact>
      )
    case 'email':
      return (
        <Fact label={label} none="None">
          {email !== '' && <Email record={record} />}
        </Fact>
      )
    case 'language':
      return <Fact label={label}>{language && languageName(language)}</Fact>
    case 'contact':
      return <Fact label={label}>{(contact !== 'email' || email !== '') && contactNames[contact]}</Fact>
    default:
      return <Fact label={label}>{record.fields[name]}</Fact>
  }
}

function PhoneList({ phones }: { phones: readonly string[] }) {
  return (
    <ul>
      {phones.map((phone) => (
        <li key={phone}>
          <PhoneLink phone={phone} />
        </li>
      ))}
    </ul>
  )
}

function Email({ record: { account, awaitsConfirmation, fields } }: { record: PatientRecord }) {
  const { email } = fields
  return (
    <>
      <a className="text-link inline-block py-1" href={mailLink(email)}>
        {email}
      </a>
      {account !== undefined && (
        <p className="text-quiet text-sm">This is the email of their account. Its owner changes it.</p>
      )}
      {awaitsConfirmation && (
        <p className="font-medium text-sm">Not confirmed until its owner opens the link in our email.</p>
      )}
    </>
  )
}

/** `none`: what stands there without a value. */
function Fact({
  label,
  none = 'Not known',
  children,
}: {
  label: string
  none?: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <dt className="sm:py-1">{label}</dt>
      <dd className="sm:py-1">{children || <span className="text-quiet">{none}</span>}</dd>
    </>
  )
}
