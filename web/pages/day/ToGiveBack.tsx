import { useQueryClient } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import type { DeskDay } from '#contract/desk/day.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import { pages } from '#contract/site/pages.ts'
import { refreshDesk } from '#web/api/desk/day.ts'
import { postHandOut } from '#web/api/desk/payments.ts'
import { formatDollars } from '#web/money.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

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
  const { run, isBusy } = useChange(() => postHandOut(admin, _id), {
    done: `${formatDollars(amount)} is given back to ${patientName}`,
    failsInToast: true,
    refresh: () => refreshDesk(client, admin),
  })
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
      <BusyButton busy={isBusy} className="btn btn-line h-9 min-h-9 px-3" onClick={() => void run()}>
        Given back
      </BusyButton>
    </li>
  )
}
