import { type RefObject, useId } from 'react'
import { Link } from 'react-router'
import type { RecallPage } from '#contract/recall.ts'
import { pages } from '#contract/site/pages.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { clinic } from '#web/clinic.ts'
import { showDate } from '#web/dates.ts'
import { PeriodTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { ifEmailed } from '#web/unsent.ts'

interface OutcomeProps {
  page: RecallPage
  heading: RefObject<HTMLHeadingElement | null>
  emails: InvitationEmailsProps
}

/** What was booked by the link, and what comes next. */
export function Booked({ page: { booked }, heading, emails }: OutcomeProps) {
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        You’re booked
      </h1>
      {booked && (
        <section
          aria-label="Appointment"
          className="mt-6 rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8"
        >
          <Done>Booked</Done>
          <p className="mt-3 font-bold text-xl leading-snug">
            {weekdayOfMedium(booked.date)}, <span className="whitespace-nowrap">{showDate(booked.date)}</span>
            <span className="block">
              <PeriodTime date={booked.date} slot={booked.slot} />
            </span>
          </p>
          <p className="mt-2 wrap-anywhere">
            {booked.treatment}
            {booked.doctor && ` with ${booked.doctor}`}
          </p>
          <address className="mt-4 border-base-300 border-t pt-4 not-italic">
            <span className="block font-medium">{clinic.name}</span>
            <a href={clinic.mapLink} className="text-link wrap-anywhere">
              {clinic.address}
            </a>
          </address>
        </section>
      )}
      <p className="mt-6 max-w-text">
        {ifEmailed('An email with the details is on its way. Its link opens the appointment, to change it or to pay.')}{' '}
        Questions? Call us at <ClinicPhone />.
      </p>
      <InvitationEmails {...emails} />
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
export function Ended({ page: { state }, heading, emails }: OutcomeProps) {
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
      <InvitationEmails {...emails} />
    </>
  )
}

interface InvitationEmailsProps {
  isStopped: boolean
  busy: boolean
  error: Error | null
  onChoose: (change: 'stop' | 'start') => void
}

/** Stops or starts the invitations, whatever became of this one: the link in the email promises it. */
function InvitationEmails({ isStopped, busy, error, onChoose }: InvitationEmailsProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={heading} className="text-lg">
        Invitations by email
      </h2>
      <p className="mt-2 max-w-text" role="status">
        {isStopped ? 'We don’t write when the next visit is due.' : 'We write when the next visit is due.'}
      </p>
      <BusyButton
        busy={busy}
        className="text-link mt-1 min-h-11"
        onClick={() => onChoose(isStopped ? 'start' : 'stop')}
      >
        {isStopped ? 'Invite me again' : 'Stop these emails'}
      </BusyButton>
      <p role="alert" className="mt-2 text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
    </section>
  )
}
