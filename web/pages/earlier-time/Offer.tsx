import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { LinkedOffer } from '#contract/booking/waiting-offer.ts'
import { pages } from '#contract/site/pages.ts'
import { leaveByOffer, offerBy, takeOffer } from '#web/api/waiting-offer.ts'
import { formatDollars } from '#web/money.ts'
import { nearDateInText } from '#web/near-date.ts'
import { periodInText } from '#web/periods.ts'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { Linked, type LinkFrame } from '#web/ui/link/LinkPage.tsx'
import { TimeCard } from '#web/ui/link/TimeCard.tsx'
import { ifEmailed } from '#web/unsent.ts'

interface OfferProps {
  frame: LinkFrame
  token: string
  /** The link in the email was the one to leave the list. */
  wantsToLeave: boolean
}

/** An earlier time, with one press to take it. Nothing happens before that. */
export function Offer({ frame, token, wantsToLeave }: OfferProps) {
  const query = useQuery(offerBy(token))
  return (
    <Linked frame={frame} query={query}>
      {(offer) => <Shown {...{ token, wantsToLeave, offer }} />}
    </Linked>
  )
}

function Shown({ token, wantsToLeave, offer }: Omit<OfferProps, 'frame'> & { offer: LinkedOffer }) {
  const [wasTaken, setWasTaken] = useState(false)
  const leaving = useChange(() => leaveByOffer(token))
  const hasLeft = leaving.isDone
  const heading = useFocusWhen<HTMLHeadingElement>(hasLeft || wasTaken)
  const isTaken = offer.state === 'taken'
  const isOpen = offer.free && !hasLeft
  const leavesFirst = wantsToLeave && isOpen
  const leave = (
    <div>
      <ChangeButton
        change={leaving}
        className={leavesFirst ? 'btn btn-action' : 'text-link min-h-11'}
        problemClass="mt-3 text-sm"
      >
        Leave the waiting list
      </ChangeButton>
    </div>
  )
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        {titleOf(offer, hasLeft)}
      </h1>
      {!isOpen && !isTaken && (
        <p className="mt-3 max-w-text">{hasLeft ? 'We won’t email you about earlier times.' : stateSentence(offer)}</p>
      )}
      {leavesFirst && <div className="mt-6">{leave}</div>}
      {!hasLeft && (
        <TimeCard label="Earlier time" time={offer} terms={<Terms offer={offer} />}>
          {isOpen && <Take token={token} offer={offer} onTaken={() => setWasTaken(true)} />}
          {isTaken && (
            <p className="mt-4">
              <Link to={pages.dashboard} className="text-link inline-block py-1">
                Open My Appointments
              </Link>
            </p>
          )}
        </TimeCard>
      )}
      <div className="mt-6 grid justify-items-start gap-2 text-quiet">
        <p>
          Questions? Call us at <ClinicPhone />.
        </p>
        {offer.waits && !hasLeft && !leavesFirst && leave}
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
  const taking = useChange(() => takeOffer(token, price), {
    onDone: (taken) => {
      client.setQueryData(key, taken)
      onTaken()
    },
    onFailed: () => client.invalidateQueries({ queryKey: key }),
  })
  return (
    <div className="mt-6">
      <ChangeButton change={taking} className="btn btn-action max-sm:w-full" problemClass="mt-3 text-sm">
        {moves ? 'Move my appointment' : 'Book this time'}
      </ChangeButton>
      <p className="mt-3 text-quiet text-sm">First come, first served.</p>
    </div>
  )
}

/** The price of an offer, or the appointment that it replaces. */
function Terms({ offer: { price, moves, state } }: { offer: LinkedOffer }) {
  return (
    <>
      {price !== undefined && <p className="mt-2 font-bold">Price: {formatDollars(price)}</p>}
      {moves && state !== 'taken' && (
        <p className="mt-2">
          Instead of your appointment on {nearDateInText(moves.date)}, {periodInText(moves.slot)}.
        </p>
      )}
    </>
  )
}
