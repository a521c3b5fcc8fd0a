import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { RecallPage } from '#contract/recall-link.ts'
import { pages } from '#contract/site/pages.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { Money, PayNow, TimeCard } from '#web/ui/link/TimeCard.tsx'
import { ifEmailed } from '#web/unsent.ts'
import { type Choosing, InvitationEmails } from './Choices.tsx'

interface OutcomeProps {
  page: RecallPage
  heading: RefObject<HTMLHeadingElement | null>
  choosing: Choosing
}

/** What was booked by the link, and what comes next. */
export function Booked({ page, heading, choosing }: OutcomeProps) {
  const { booked, appointment } = page
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        You’re booked
      </h1>
      {booked && (
        <TimeCard label="Appointment" time={booked} state={<Done>Booked</Done>}>
          {appointment && <WhatNext appointment={appointment} />}
        </TimeCard>
      )}
      <p className="mt-6 max-w-text">
        {ifEmailed('We’ve sent you an email with the details.')} Questions? Call us at <ClinicPhone />.
      </p>
      <InvitationEmails page={page} choosing={choosing} />
    </>
  )
}

/** The price, and how to pay, keep and change what was booked. */
function WhatNext({ appointment }: { appointment: NonNullable<RecallPage['appointment']> }) {
  const { token, owed = 0, movesByPhone, state } = appointment
  const isAhead = state === 'changeable' || state === 'too-late'
  return (
    <>
      <Money appointment={appointment} />
      {owed > 0 && <PayNow token={token} />}
      <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-6 border-base-300 border-t pt-4">
        <AddToCalendar appointment={{ token }} className="text-link min-h-11" />
        {isAhead && (
          <Link to={`${pages.yourAppointment}#${token}`} className="text-link inline-block py-2">
            {changeLabel({ canMove: !movesByPhone, canCancel: state === 'changeable' })}
          </Link>
        )}
      </div>
    </>
  )
}

function changeLabel({ canMove, canCancel }: { canMove: boolean; canCancel: boolean }): string {
  if (canMove) return canCancel ? 'Move or cancel' : 'Move'
  return canCancel ? 'Cancel' : 'Your appointment'
}

const words = {
  'has-appointment': {
    title: 'An appointment is booked already',
    text: 'You have an appointment ahead, so there is nothing to choose here.',
  },
  stopped: {
    title: 'We’ve stopped these emails',
    text: 'We no longer email you when the next visit is due. Emails about appointments that you book go on.',
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
