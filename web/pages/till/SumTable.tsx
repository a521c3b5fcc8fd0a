import type { ReactNode } from 'react'
import type { Till } from '#contract/desk/till.ts'
import { toCents, toDollars } from '#contract/kit/money.ts'
import { formatDollars } from '#web/money.ts'
import { isCounted, methodNames, shownMethods, subtract } from './sums.ts'

type Row = Till['methods'][number]

interface SumTableProps {
  till: Till
  /** The field for what was counted, and what the difference is, instead of what is known. */
  counted?: (row: Row) => ReactNode
  difference?: (row: Row) => ReactNode
}

const cell = 'py-2 pr-2 text-right tabular-nums last:pr-0 sm:pr-4'
const formatSum = (dollars: number) => formatDollars(dollars, { grouped: true })
const columns = ['Came in', 'Went out', 'Expected', 'Counted', 'Difference']

/** What came in, went out and was counted by method. */
export function SumTable({ till, counted = countedOf, difference = differenceOf }: SumTableProps) {
  const rows = shownMethods.flatMap((method) => till.methods.filter((row) => row.method === method))
  const total = (amountOf: (row: Row) => number) =>
    formatSum(toDollars(rows.reduce((sum, row) => sum + toCents(amountOf(row)), 0)))
  return (
    <div className="relative -m-2 overflow-x-auto p-2 print:overflow-visible">
      <table className="w-full max-w-3xl text-left">
        <thead>
          <tr className="border-edge border-b">
            <th scope="col" className="h-10 pr-4">
              <span className="sr-only">Method</span>
            </th>
            {columns.map((column, at) => (
              <th
                key={column}
                scope="col"
                className={`h-10 pr-2 text-right text-sm last:pr-0 sm:pr-4 ${at < 2 ? 'max-sm:hidden' : ''}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.method} className="border-base-300 border-b">
              <th scope="row" className="py-2 pr-2 font-medium sm:pr-4">
                {methodNames[row.method]}
              </th>
              <td className={`${cell} max-sm:hidden`}>{formatSum(row.received)}</td>
              <td className={`${cell} max-sm:hidden`}>{formatSum(row.refunded)}</td>
              <td className={cell}>{formatSum(row.expected)}</td>
              <td className={cell}>{isCounted(row.method) ? counted(row) : 'Not counted'}</td>
              <td className={cell}>{isCounted(row.method) && difference(row)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-bold">
            <th scope="row" className="py-2 pr-2 sm:pr-4">
              Total
            </th>
            <td className={`${cell} max-sm:hidden`}>{total(({ received }) => received)}</td>
            <td className={`${cell} max-sm:hidden`}>{total(({ refunded }) => refunded)}</td>
            <td className={cell}>{total(({ expected }) => expected)}</td>
            <td className={cell} />
            <td className={cell} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const countedOf = ({ counted }: Row) => (counted === undefined ? '–' : formatSum(counted))

const differenceOf = ({ counted, expected }: Row) =>
  counted === undefined ? '–' : formatSum(subtract(counted, expected))
