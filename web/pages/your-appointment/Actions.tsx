import type { ReactNode } from 'react'
import type { LinkedAppointment as Linked } from '#contract/booking/appointment-link.ts'
import { toCardOf } from '#contract/booking/refund.ts'
import { refundSentence } from '#web/money.ts'
import { CancellationTerms } from '#web/ui/appointment/CancellationTerms.tsx'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { PayNow } from '#web/ui/link/TimeCard.tsx'
import { BookAgain } from './BookAgain.tsx'

interface ChangesProps {
  appointment: Linked
  token: string
  onOpen: (change: 'move' | 'cancel') => void
}

/** What the holder of the link can do with an appointment that is ahead. To pay comes first. Without anything to pay,
 *  to move does. */
export function Changes({ appointment, token, onOpen }: ChangesProps) {
  const canCancel = appointment.state === 'changeable'
  const mayPay = (appointment.owed ?? 0) > 0
  const quiet = 'text-link min-h-11'
  return (
    <>
      {mayPay && <PayNow token={token} />}
      <div className={`flex flex-wrap ${mayPay ? 'mt-3 gap-x-6' : 'mt-6 gap-3'}`}>
        {!appointment.movesByPhone && (
          <button type="button" className={mayPay ? quiet : 'btn btn-action'} onClick={() => onOpen('move')}>
            Move
          </button>
        )}
        {canCancel && (
          <button type="button" className={mayPay ? quiet : 'btn btn-line'} onClick={() => onOpen('cancel')}>
            Cancel appointment
          </button>
        )}
      </div>
      <p className={`mt-3 ${canCancel ? 'text-quiet text-sm' : ''}`}>
        <CancellationTerms changes={appointment} />
        {canCancel && refundSentence(appointment)}
      </p>
    </>
  )
}

/** What to do if the appointment can't be changed here. */
export function Advice({ appointment }: { appointment: Linked }): ReactNode {
  const { state, refund } = appointment
  const bookAgain = <BookAgain appointment={appointment} />
  switch (state) {
    case 'changeable':
      return (
        <p className="text-quiet">
          Questions? Call us at <ClinicPhone />.
        </p>
      )
    case 'too-late':
      return null
    case 'begun':
      return (
        <p>
          <CancellationTerms changes={appointment} />
        </p>
      )
    case 'over':
      return bookAgain
    case 'cancelled':
      return (
        <>
          {refund !== undefined && (
            <p className="mb-4">
              {refundSentence(appointment)}
              {toCardOf({ refund, atDesk: appointment.refundAtDesk }) > 0 &&
                ' Your bank may take 5 to 10 days to show it.'}
            </p>
          )}
          {bookAgain}
        </>
      )
  }
}
