import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'
import type { PatientEmail } from '#contract/patient/email.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { emailsOf, textsOf } from '#web/api/desk/emails.ts'
import { clinicMomentAt } from '#web/dates.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Section } from '#web/ui/frame/Section.tsx'
import { emailWords, resultOf } from './email-words.ts'
import { Texts } from './Texts.tsx'

const few = 6

/** What became of each email to a patient. */
export function Emails({ admin, record: { _id: id, fields } }: { admin: string; record: PatientRecord }) {
  const query = useQuery(emailsOf(admin, id))
  const texts = useQuery(textsOf(admin, id))
  const isPending = query.isPending || texts.isPending
  return (
    <Section title="Emails">
      {fields.email === '' ? (
        <p className="mt-3 max-w-text">
          They have no email address of their own. Emails about them go to the accounts that act for them.
        </p>
      ) : (
        <p className="wrap-anywhere mt-2 max-w-text text-quiet">
          Our emails to {fields.email}, newest first, in clinic time.
        </p>
      )}
      <LoadError what="The emails" query={query} className="mt-3" />
      {isPending && (
        <div role="status" className="mt-3">
          <span className="sr-only">Loading the emails</span>
          <div className="skeleton h-40" />
        </div>
      )}
      {!isPending && query.data?.length === 0 && fields.email !== '' && <p className="mt-3">Nothing lately.</p>}
      {!isPending && query.data && <EmailList emails={query.data} />}
      <LoadError what="The text messages" query={texts} className="mt-3" />
      {!isPending && texts.data && <Texts data={texts.data} />}
    </Section>
  )
}

function EmailList({ emails }: { emails: PatientEmail[] }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? emails : emails.slice(0, few)
  return (
    <>
      <ul aria-label="Emails" className="mt-2 empty:hidden">
        {shown.map((email) => (
          <Email key={email._id} email={email} />
        ))}
      </ul>
      {emails.length > shown.length && (
        <button type="button" className="btn btn-line mt-3" onClick={() => setAll(true)}>
          Show {formatCount(emails.length)} emails
        </button>
      )}
    </>
  )
}

function Email({ email }: { email: PatientEmail }) {
  const { kind, createdAt, doneAt = createdAt } = email
  const { words, advice } = resultOf(email)
  return (
    <li className="border-base-300 border-t py-2 first:border-t-0">
      <p className="wrap-anywhere">
        {emailWords[kind]}, <time dateTime={doneAt}>{clinicMomentAt(doneAt)}</time>:{' '}
        <span className={advice === undefined ? '' : 'font-bold text-error'}>{words}</span>
      </p>
      {advice !== undefined && <p className="text-quiet text-sm">{advice}</p>}
    </li>
  )
}
