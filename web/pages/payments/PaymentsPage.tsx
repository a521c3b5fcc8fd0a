import { Link, useSearchParams } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { usePerson } from '#web/session/use-person.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { FoundPayments } from './FoundPayments.tsx'
import { PaymentCard } from './PaymentCard.tsx'

const useReceipt = loadLater(() => import('./ReceiptForm.tsx'))
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

/** Shows an accountant payments and their refunds. The search is in the address, so that it survives a reload. */
export default function PaymentsPage() {
  const { email } = usePerson()
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  // A receipt's link has the id of its appointment.
  const id = uuid.exec(search)?.[0].toLowerCase()
  const receipt = useReceipt()
  return (
    <>
      <h1 className="page-title">Payments</h1>
      <p className="mt-3 max-w-text text-quiet">
        Find payments by receipt or patient: what was paid, what was refunded, and whether the patient disputes it. You
        can read here and change nothing.
      </p>
      {receipt ? (
        <receipt.ReceiptForm key={search} search={search} onSearch={(typed) => setParams({ search: typed })} />
      ) : (
        <div className="skeleton mt-6 h-36 max-w-xl" />
      )}
      {id && <PaymentCard reader={email} id={id} />}
      {!id && search !== '' && <FoundPayments key={search} reader={email} search={search} />}
      <p className="mt-10 max-w-text text-quiet">
        All payments of a period are in{' '}
        <Link to={pages.reports} className="text-link">
          Reports
        </Link>
        , as figures and as files to export.
      </p>
    </>
  )
}
