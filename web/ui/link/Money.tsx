import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { pages } from '#contract/site/pages.ts'
import { formatDollars, partPaidSentence } from '#web/money.ts'
import { Done } from '../feedback/Done.tsx'

/** Leads to the payment page. It is a document of its own (docs/decisions/0015), so that the browser loads it. */
export function PayNow({ token }: { token: string }) {
  return (
    <p className="mt-6">
      <a href={`${pages.payAppointment}#${token}`} className="btn btn-action px-8">
        Pay now
      </a>
    </p>
  )
}

/** The price, and what is still to pay. */
export function Money({ appointment }: { appointment: LinkedAppointment }) {
  const { price = 0, owed = 0, paid } = appointment
  if (price === 0 && owed === 0) return null
  const partPaid = partPaidSentence({ ...appointment, price })
  return (
    <div className="mt-4 border-base-300 border-t pt-4">
      <p className="tabular-nums">
        Price: <span className="font-bold">{formatDollars(price)}</span>
      </p>
      {paid && <Done>Paid</Done>}
      {owed > 0 && <p className="text-quiet">{partPaid || 'Not paid yet'}</p>}
    </div>
  )
}
