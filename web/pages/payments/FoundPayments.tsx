import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { methodWords } from '#contract/desk/method-words.ts'
import type { PaymentFound } from '#contract/desk/payment-search.ts'
import { paymentsFoundBy } from '#web/api/desk/payments.ts'
import { clinicDayInText, dateInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { PaymentCard } from './PaymentCard.tsx'

/** Lists the payments that a search finds, to choose one of. A single one is shown at once. */
export function FoundPayments({ reader, search }: { reader: string; search: string }) {
  const found = useQuery(paymentsFoundBy(reader, search))
  const [chosen, setChosen] = useState<string>()
  const { payments = [], hasMore = false } = found.data ?? {}
  const [only, other] = payments
  const shown = payments.find(({ _id }) => _id === chosen) ?? (other ? undefined : only)
  return (
    <section aria-label="Found payments" aria-live="polite" aria-busy={found.isPending} className="mt-6 max-w-xl">
      {found.isPending && <div className="skeleton h-40" />}
      <LoadError what="The payments" query={found} />
      {found.data && payments.length === 0 && (
        <EmptyCard
          title="No payment found"
          text="Try the number on the receipt, such as 2026-00042, its last digits, or the first letters of a name."
        />
      )}
      {payments.length > 0 && (
        <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-card">
          {payments.map((payment) => (
            <li key={payment._id}>
              <PaymentChoice payment={payment} isChosen={payment === shown} onChoose={() => setChosen(payment._id)} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="mt-3 text-quiet">There are more. Type more of the number or the name.</p>}
      {shown && <PaymentCard reader={reader} id={shown.appointment._id} />}
    </section>
  )
}

interface PaymentChoiceProps {
  payment: PaymentFound
  isChosen: boolean
  onChoose: () => void
}

function PaymentChoice({ payment, isChosen, onChoose }: PaymentChoiceProps) {
  const { receipt, amount, method, at, voided, appointment } = payment
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={`flex w-full flex-wrap justify-between gap-x-4 px-4 py-3 text-left ${isChosen ? 'bg-base-200' : ''}`}
      onClick={onChoose}
    >
      <span className="wrap-anywhere min-w-0">
        <span className="font-medium">{appointment.patientName}</span>
        <span className="block text-quiet text-sm">
          {appointment.treatment}, {dateInText(appointment.date)}
        </span>
      </span>
      <span className="sm:text-right">
        <span className="tabular-nums">
          {receipt}: {formatDollars(amount)}
        </span>
        <span className="block text-quiet text-sm">
          by {methodWords[method]}, {clinicDayInText(at)}
          {voided && ', void'}
        </span>
      </span>
    </button>
  )
}
