import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { LinkedOffer } from '#contract/booking/waiting-offer.ts'
import { directionsLink } from '#contract/kit/directions-link.ts'
import { pages } from '#contract/site/pages.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { leaveByOffer, offerBy, takeOffer } from '#web/api/waiting-offer.ts'
import { clinic } from '#web/clinic.ts'
import { dateInText, showDate } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { periodInText } from '#web/periods.ts'
import { PeriodTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { InvalidLink } from '#web/ui/appointment/InvalidLink.tsx'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { ifEmailed } from '#web/unsent.ts'

interface OfferProps {
  token: string
  /** The link in the email was the one to leave the list. */
  wantsToLeave: boolean
}

/** An earlier time, with one press to take it. Nothing happens before that. */
export function Offer({ token, wantsToLeave }: OfferProps) {
  const query = useQuery(offerBy(token))
  const { data: offer } = query
  const [hasLeft, setHasLeft] = useState(false)
  const isTaken = offer?.state === 'taken'
  const [wasTaken, setWasTaken] = useState(false)
  const heading = useFocusWhen<HTMLHeadingElement>(hasLeft || wasTaken)

  if (query.isPending) return <OfferSkeleton />
  if (offer === null) return <InvalidLink />
  if (!offer) return <LoadError what="The earlier time" query={query} />
  const leave = <Leave token={token} isFirst={wantsToLeave} onLeft={() => setHasLeft(true)} />
  const isOpen = offer.free && !hasLeft
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        {titleOf(offer, hasLeft)}
      </h1>
      {!isOpen && !isTaken && (
        <p className="mt-3 max-w-text">{hasLeft ? 'We won’t email you about earlier times.' : stateSentence(offer)}</p>
      )}
      {wantsToLeave && isOpen && <div className="mt-6">{leave}</div>}
      {!hasLeft && (
        <Facts offer={offer}>
          {isOpen && <Take token={token} offer={offer} onTaken={() => setWasTaken(true)} />}
          {isTaken && (
            <p className="mt-4">
              <Link to={pages.dashboard} className="text-link inline-block py-1">
                Open My Appointments
              </Link>
            </p>
          )}
        </Facts>
      )}
      <div className="mt-6 grid justify-items-start gap-2 text-quiet">
        <p>
          Questions? Call us at <ClinicPhone />.
        </p>
        {offer.waits && !hasLeft && !(wantsToLeave && isOpen) && leave}
      </div>
    </>
  )
}

function titleOf({ state, free, moves, waits }: LinkedOffer, hasLeft: boolean): string {
  if (hasLeft) return 'You have left the waiting list'
  if (state === 'taken') return moves ? 'Your appointment has moved' : 'Your appointment is booked'
  if (!waits) return 'You are no longer on the waiting list'
  return free ? 'An earlier time is free' : 'This time is no longer free'
}

function stateSentence({ waits, state }: LinkedOffer): string {
  if (!waits) return 'You left it, or you have an appointment already. Look at My Appointments, or call us.'
  const next = ifEmailed('We’ll email you about the next one.')
  return state === 'expired'
    ? `It’s too late to take it. You stay on the list. ${next}`
    : `Somebody else was faster. You stay on the list. ${next}`
}

interface TakeProps {
  token: string
  offer: LinkedOffer
  onTaken: () => void
}

/** The button that takes the time. After a refusal the offer is read again. */
function Take({ token, offer: { price, moves }, onTaken }: TakeProps) {
  const client = useQueryClient()
  const key = offerBy(token).queryKey
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => takeOffer(token, price),
    onSuccess: (taken) => {
      client.setQueryData(key, taken)
      onTaken()
    },
    onError: () => void client.invalidateQueries({ queryKey: key }),
  })
  return (
    <div className="mt-6">
      <BusyButton busy={isPending} className="btn btn-action max-sm:w-full" onClick={() => mutate()}>
        {moves ? 'Move my appointment' : 'Book this time'}
      </BusyButton>
      <p role="alert" className="mt-3 text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
      <p className="mt-3 text-quiet text-sm">First come, first served.</p>
    </div>
  )
}

interface LeaveProps {
  token: string
  isFirst: boolean
  onLeft: () => void
}

function Leave({ token, isFirst, onLeft }: LeaveProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => leaveByOffer(token), onSuccess: onLeft })
  return (
    <div>
      <BusyButton
        busy={isPending}
        className={isFirst ? 'btn btn-action' : 'text-link min-h-11'}
        onClick={() => mutate()}
      >
        Leave the waiting list
      </BusyButton>
      <p role="alert" className="mt-3 text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
    </div>
  )
}

const card = 'mt-6 rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8'

/** When and where the time is, with `children` below. */
function Facts({ offer, children }: { offer: LinkedOffer; children: ReactNode }) {
  const { date, slot, treatment, doctor, patientName, price, moves, state } = offer
  return (
    <section aria-label="Earlier time" className={card}>
      <p className="font-bold text-xl leading-snug">
        {weekdayOfMedium(date)}, <span className="whitespace-nowrap">{showDate(date)}</span>
        <span className="block">
          <PeriodTime date={date} slot={slot} />
        </span>
      </p>
      <p className="mt-2 wrap-anywhere">
        {treatment}
        {doctor && ` with ${doctor}`}
        {patientName && ` for ${patientName}`}
      </p>
      {price !== undefined && <p className="mt-2 font-bold">Price: {formatDollars(price)}</p>}
      {moves && state !== 'taken' && (
        <p className="mt-2">
          Instead of your appointment on {dateInText(moves.date)}, {periodInText(moves.slot)}.
        </p>
      )}
      <address className="mt-4 border-base-300 border-t pt-4 not-italic">
        <span className="block font-medium">{clinic.name}</span>
        <a href={clinic.mapLink} className="text-link wrap-anywhere">
          {clinic.address}
        </a>
        {clinic.address !== '' && (
          <a href={directionsLink(clinic.address)} rel="noreferrer" className="text-link block w-fit py-1">
            Directions
          </a>
        )}
      </address>
      {children}
    </section>
  )
}

/** Placeholder for the page while the offer loads. */
export function OfferSkeleton() {
  return (
    <>
      <h1 className="page-title">An earlier time</h1>
      <p role="status" className="sr-only">
        Loading the earlier time
      </p>
      <div className={card} aria-hidden="true">
        <div className="text-xl leading-snug">
          <Bar width="w-3/5" />
          <Bar width="w-4/5" />
        </div>
        <div className="mt-2">
          <Bar width="w-2/5" />
        </div>
        <div className="mt-4 border-base-300 border-t pt-4">
          <Bar width="w-2/5" />
          <Bar width="w-3/5" />
        </div>
        <div className="skeleton mt-6 h-11 w-44 rounded-field" />
      </div>
    </>
  )
}
