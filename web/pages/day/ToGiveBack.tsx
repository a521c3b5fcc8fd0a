import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { DeskDay } from '#contract/desk/day.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import { pages } from '#contract/site/pages.ts'
import { refreshDesk } from '#web/api/desk/day.ts'
import { postHandOut } from '#web/api/desk/payments.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { formatDollars } from '#web/money.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'

type Due = NonNullable<DeskDay['toGiveBack']>[number]

/** The money of any day that the desk gives back by hand. */
export function ToGiveBack({ admin, refunds }: { admin: string; refunds: readonly Due[] }) {
  return (
    <section
      aria-labelledby="to-give-back"
      className="mb-4 rounded-box border border-base-300 bg-base-200 p-4 text-sm print:hidden"
    >
      <h2 id="to-give-back" className="font-bold">
        Money to give back
      </h2>
      <ul className="mt-2 grid gap-2">
        {refunds.map((refund) => (
          <Refund key={refund._id} admin={admin} refund={refund} />
        ))}
      </ul>
    </section>
  )
}

function Refund({
  admin,
  refund: { _id, patientId, patientName, phone, amount, method },
}: {
  admin: string
  refund: Due
}) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const giveBack = async () => {
    setBusy(true)
    try {
      await postHandOut(admin, _id)
      toast('success', `${formatDollars(amount)} is given back to ${patientName}`)
    } catch (error) {
      toast('error', messageFor(error))
    }
    await refreshDesk(client, admin)
    setBusy(false)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="wrap-anywhere">
        {formatDollars(amount)} ({methodWords[method]}) to{' '}
        <Link className="text-link" to={generatePath(pages.patient, { id: patientId })}>
          {patientName}
        </Link>
        {phone && (
          <>
            , <PhoneLink phone={phone} />
          </>
        )}
      </span>
      <BusyButton busy={busy} className="btn btn-line h-9 min-h-9 px-3" onClick={giveBack}>
        Given back
      </BusyButton>
    </li>
  )
}
