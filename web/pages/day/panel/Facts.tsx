import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DeskAppointment } from '#contract/desk/day.ts'
import type { PatientFacts, Visit } from '#contract/desk/patient-facts.ts'
import { mailLink } from '#contract/kit/text/mail-link.ts'
import { ageOf, showBirthDate } from '#web/birth-date.ts'
import { showDate } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { periodInText } from '#web/periods.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { whyUnreached } from '#web/ui/contact/unreached.ts'
import { contactNames } from '#web/ui/patient/contact-names.ts'
import { paymentInWords } from '../status.tsx'

interface FactsProps {
  appointment: DeskAppointment
  facts: UseQueryResult<PatientFacts>
  mayReadPayment: boolean
  mayReadPatient: boolean
}

/** What is known of an appointment, and of its patient in a line each, which has its place before it is known. */
export function Facts({ appointment, facts, mayReadPayment, mayReadPatient }: FactsProps) {
  const { date, doctor, chair, phone, patient, reach, overridden, overrideReason } = appointment
  return (
    <dl className="mt-4 grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-y-1 text-sm [&_dd]:wrap-anywhere [&_dt]:text-quiet">
      <Late label="Born" facts={facts}>
        {({ birthDate }) => birthDate && <Born birthDate={birthDate} />}
      </Late>
      <Fact label="Phone">{phone && <PhoneLink phone={phone} />}</Fact>
      <Fact label="Email">
        {patient !== '' ? (
          <a className="text-link inline-block py-1" href={mailLink(patient)}>
            {patient}
          </a>
        ) : (
          'No email: call instead'
        )}
      </Fact>
      {mayReadPatient && (
        <Late label="Prefers" facts={facts}>
          {({ means }) => means && (means.contact !== 'email' || means.email !== '') && contactNames[means.contact]}
        </Late>
      )}
      <Fact label="Contact">{reach.by === 'call' && reach.because !== 'no-email' && whyUnreached[reach.because]}</Fact>
      <Fact label="Day">{showDate(date)}</Fact>
      <Fact label="Dentist">{doctor}</Fact>
      <Fact label="Chair">{chair}</Fact>
      <Fact label="Payment">{paymentInWords(appointment)}</Fact>
      {mayReadPayment && (
        <Late label="Owes in all" facts={facts}>
          {({ owed = 0 }) =>
            owed > 0 ? <span className="font-medium text-error">{formatDollars(owed)}</span> : 'Nothing'
          }
        </Late>
      )}
      <Late label="Last visit" facts={facts}>
        {({ past }) => past[0] && inShort(past[0])}
      </Late>
      <Late label="Next visit" facts={facts}>
        {({ next }) => next && `${periodInText(next.slot)}, ${inShort(next)}`}
      </Late>
      {overridden && <Fact label="Rules">Kept in spite of the rules{overrideReason && `: ${overrideReason}`}</Fact>}
    </dl>
  )
}

function Born({ birthDate }: { birthDate: string }) {
  const today = useClinicToday()
  return `${showBirthDate(birthDate)} (${ageOf(birthDate, today)})`
}

const inShort = ({ date, treatment, doctor }: Visit) =>
  `${showDate(date)}, ${treatment}${doctor === undefined ? '' : ` with ${doctor}`}`

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="py-1">{label}</dt>
      <dd className="py-1">{children}</dd>
    </>
  )
}

interface LateProps {
  label: string
  facts: UseQueryResult<PatientFacts>
  children: (facts: PatientFacts) => ReactNode
}

/** A fact that comes late, in one line. */
function Late({ label, facts: { data, isPending }, children }: LateProps) {
  return (
    <>
      <dt className="py-1">{label}</dt>
      <dd className="truncate py-1">
        {data && (children(data) || <span className="text-quiet">{label === 'Born' ? 'Not known' : 'None'}</span>)}
        {!data && <span className="text-quiet">{isPending ? '…' : 'Could not be loaded'}</span>}
      </dd>
    </>
  )
}
