import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { paymentOf, postRetry } from '#web/api/desk/appointments.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { clinicMomentAt, clinicMomentInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'

type Refund = PaymentDetails['refunds'][number]

const states: Record<Refund['state'], string> = {
  due: 'requested',
  pending: 'on its way',
  succeeded: 'arrived',
  failed: 'failed',
  void: 'not needed any more',
}

const reasons: Record<string, string> = {
  cancelled: 'after the cancellation',
  'by-staff': 'by the clinic',
  'at-provider': 'in the card provider’s dashboard',
}

/** The refunds of a payment, and whether the patient disputes it. Empty without either. */
export function Refunds({ admin, id }: { admin: string; id: string }) {
  const { data } = useQuery(paymentOf(admin, id))
  if (!data || (data.refunds.length === 0 && !data.dispute)) return null
  return (
    <section aria-label="Refunds" className="mt-4 grid gap-2 border-base-300 border-t pt-3 text-sm">
      {data.dispute && (
        <p className="font-medium text-error">
          The patient disputes this payment since {clinicMomentInText(data.dispute.at)}:{' '}
          {data.dispute.status.replaceAll('_', ' ')}. Answer it in the card provider’s dashboard.
        </p>
      )}
      <ul className="grid gap-2">
        {data.refunds.map((refund) => (
          <li key={refund._id} className="wrap-anywhere">
            <p className={refund.state === 'failed' ? 'text-error' : ''}>
              Refund of {formatDollars(refund.amount)}: {states[refund.state]}
            </p>
            <p className="text-quiet">
              {clinicMomentAt(refund.succeededAt ?? refund.at)}, {reasons[refund.reason] ?? refund.reason}
              {refund.requestedBy && ` (${refund.requestedBy})`}
              {refund.note && `: ${refund.note}`}
            </p>
            {refund.state === 'failed' && <Retry {...{ admin, id, refund }} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Retry({ admin, id, refund }: { admin: string; id: string; refund: Refund }) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    try {
      await postRetry(admin, refund._id)
      toast('success', `The refund of ${formatDollars(refund.amount)} is requested again`)
    } catch (error) {
      toast('error', messageFor(error))
    }
    await client.invalidateQueries({ queryKey: paymentOf(admin, id).queryKey })
    setBusy(false)
  }
  return (
    <BusyButton busy={busy} className="btn btn-line mt-1 h-9 min-h-9 px-3" onClick={retry}>
      Try again
    </BusyButton>
  )
}
