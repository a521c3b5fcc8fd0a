import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { RecallPage } from '#contract/recall-link.ts'
import { pages } from '#contract/site/pages.ts'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { TimeCard } from '#web/ui/link/TimeCard.tsx'
import { ifEmailed } from '#web/unsent.ts'
import { type Choosing, InvitationEmails } from './Choices.tsx'

interface OutcomeProps {
  page: RecallPage
  heading: RefObject<HTMLHeadingElement | null>
  choosing: Choosing
}

/** What was booked by the link, and what comes next. */
export function Booked({ page, heading, choosing }: OutcomeProps) {
  const { booked } = page
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        You’re booked
      </h1>
      {booked && <TimeCard label="Appointment" time={booked} state={<Done>Booked</Done>} />}
      <p className="mt-6 max-w-text">
        {ifEmailed('An email with the details is on its way. Its link opens the appointment, to change it or to pay.')}{' '}
        Questions? Call us at <ClinicPhone />.
      </p>
      <InvitationEmails page={page} choosing={choosing} />
    </>
  )
}

const words = {
  'has-appointment': {
    title: 'An appointment is booked already',
    text: 'You have an appointment ahead, so there is nothing to choose here.',
  },
  stopped: {
    title: 'No more invitations',
    text: 'Emails about appointments that you book go on.',
  },
  over: {
    title: 'This invitation is over',
    text: 'It was for an earlier visit. You can book an appointment at any time.',
  },
}

/** Why there is nothing to choose, and the next step. */
export function Ended({ page, heading, choosing }: OutcomeProps) {
  const { state } = page
  if (state === 'due' || state === 'booked') return null
  const { title, text } = words[state]
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        {title}
      </h1>
      <p className="mt-3 max-w-text">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {state === 'has-appointment' ? (
          <Link to={pages.dashboard} className="btn btn-action">
            My Appointments
          </Link>
        ) : (
          <Link to={pages.appointment} className="btn btn-action">
            Book an appointment
          </Link>
        )}
      </div>
      <InvitationEmails page={page} choosing={choosing} />
    </>
  )
}
