import type { Till } from '#contract/desk/till.ts'
import { clinicMomentAt } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { methodNames } from './sums.ts'

const columns = {
  When: 'md:w-30 xl:w-48',
  Receipt: 'md:w-28',
  Patient: '',
  Method: 'md:w-40 xl:w-1/4',
  Amount: 'md:w-24 xl:w-28 wide:text-right',
}

const refundNames = { refund: 'Refund', 'returned-refund': 'Refund, returned by the bank' }

/** The payments and refunds of the days; the earlier ones are left out if there are very many. */
export function Entries({ entries, hasMore }: Pick<Till, 'entries' | 'hasMore'>) {
  return (
    <section aria-labelledby="entries" className="mt-10">
      <h2 id="entries" className="font-bold text-lg">
        Payments and refunds
      </h2>
      {entries.length === 0 ? (
        <p className="mt-2 text-quiet">Nothing came in or went out.</p>
      ) : (
        <div className="mt-3">
          <CardTable columns={columns}>
            {entries.map(({ _id, kind, method, amount, receipt, at, by, void: isVoid, patientName, treatment }) => (
              <CardRow key={_id}>
                <CardCell label="When">{clinicMomentAt(at)}</CardCell>
                <CardCell label="Receipt">{receipt}</CardCell>
                <CardCell label="Patient">
                  <span className="wrap-anywhere">
                    {patientName}, {treatment}
                  </span>
                </CardCell>
                <CardCell label="Method">
                  <span className="wrap-anywhere">
                    {methodNames[method]}
                    {by && <span className="block text-quiet text-sm">{by}</span>}
                  </span>
                </CardCell>
                <CardCell label="Amount" className="wide:text-right">
                  <span className={`tabular-nums ${isVoid ? 'line-through' : ''}`}>
                    {formatDollars(kind === 'refund' ? -amount : amount)}
                  </span>
                  {isVoid && ' void'}
                  {kind !== 'payment' && <span className="block text-quiet text-sm">{refundNames[kind]}</span>}
                </CardCell>
              </CardRow>
            ))}
          </CardTable>
          {hasMore && (
            <p className="mt-4 max-w-text">
              Earlier ones are not listed here. The sums have them, and so do the exports on the page Reports.
            </p>
          )}
        </div>
      )}
    </section>
  )
}
