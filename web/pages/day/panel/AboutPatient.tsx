import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeskAppointment } from '#contract/desk/day.ts'
import type { PatientFacts } from '#contract/desk/patient-facts.ts'
import { mailLink } from '#contract/kit/text/mail-link.ts'
import { showDate } from '#web/dates.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'

interface AboutPatientProps {
  appointment: DeskAppointment
  facts: UseQueryResult<PatientFacts>
}

/** The patient of an appointment: notes, who books for them, further phone numbers, and what was done before. */
export function AboutPatient({ appointment, facts }: AboutPatientProps) {
  return (
    <section aria-label="Patient" className="mt-5 grid gap-3 border-base-300 border-t pt-4 text-sm">
      <LoadError what="What is known of the patient" query={facts} />
      {facts.isPending && <div className="skeleton h-24" role="status" aria-label="Loading the patient" />}
      {facts.data && <Known facts={facts.data} phone={appointment.phone} />}
    </section>
  )
}

function Known({ facts: { notes, past, means }, phone }: { facts: PatientFacts; phone: string }) {
  const bringing = means?.accounts.filter(({ relation }) => relation !== 'self') ?? []
  const phones = means?.phones.filter((each) => each !== phone) ?? []
  return (
    <>
      {notes !== '' && (
        <Part title="Notes about the patient">
          <Folded text={notes} />
        </Part>
      )}
      {bringing.length > 0 && (
        <Part title="Who books for them">
          <ul>
            {bringing.map(({ name, email, relation }) => (
              <li key={email} className="wrap-anywhere">
                {name}, {whose[relation]}:{' '}
                <a className="text-link inline-block py-1" href={mailLink(email)}>
                  {email}
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {phones.length > 0 && (
        <Part title="Other phone numbers">
          <ul>
            {phones.map((each) => (
              <li key={each}>
                <PhoneLink phone={each} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Past treatments">
        {past.length === 0 && <p className="text-quiet">None</p>}
        <ul>
          {past.map(({ date, slot, treatment, doctor }) => (
            <li key={`${date} ${slot} ${treatment}`} className="wrap-anywhere py-1">
              {showDate(date)}: {treatment}
              {doctor && <span className="text-quiet"> with {doctor}</span>}
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}

/** What an account's owner is to the patient, by what the patient is to them. */
const whose: Record<NonNullable<PatientFacts['means']>['accounts'][number]['relation'], string> = {
  self: 'themselves',
  child: 'their parent',
  partner: 'their partner',
  parent: 'their child',
  other: 'who acts for them',
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-quiet text-sm">{title}</h3>
      {children}
    </div>
  )
}

/** More than these characters or lines are folded. */
const shown = { characters: 160, lines: 3 }

/** A text of which a few lines are shown, and all of it on request. */
function Folded({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > shown.characters || text.split('\n').length > shown.lines
  return (
    <>
      <p className={`wrap-anywhere whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-3' : ''}`}>{text}</p>
      {isLong && (
        <button type="button" className="text-link py-1" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Less' : 'More'}
          <span className="sr-only"> of the notes</span>
        </button>
      )}
    </>
  )
}
