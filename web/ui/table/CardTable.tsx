import type { ReactNode } from 'react'
import { Bar } from '../feedback/Bar.tsx'

interface CardTableProps {
  columns: Record<string, string>
  /** The children are groups of rows (`<tbody>`), each of which is a card on a phone. */
  grouped?: boolean
  children: ReactNode
}

/** A table whose rows are cards on a phone, with the column's name beside each value. `columns` maps names to classes
 *  of their width, which is fixed so that nothing moves between pages, and leaves room for a name at 1024 px. Text too
 *  large to fit scrolls the table, not the page. */
export function CardTable({ columns, grouped = false, children }: CardTableProps) {
  return (
    // `relative` contains the table's visually hidden parts.
    <div className="relative md:-m-2 md:overflow-x-auto md:p-2 print:m-0 print:overflow-visible print:p-0">
      <table
        className={`w-full text-left md:table-fixed print:table-auto ${grouped ? 'phone:grid phone:gap-4' : 'phone:block'}`}
      >
        <thead className="phone:sr-only">
          <tr className="border-edge border-b">
            {Object.entries(columns).map(([column, size]) => (
              <th key={column} scope="col" className={`h-12 pr-4 font-bold text-sm last:pr-0 ${size}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {grouped ? children : <tbody className="phone:grid phone:gap-4">{children}</tbody>}
      </table>
    </div>
  )
}

/** Classes of a table row, which is a card on a phone. */
export const cardRow =
  'border-base-300 border-b break-inside-avoid md:h-20 print:h-12 phone:rounded-box phone:border phone:bg-card phone:p-5'

export function CardRow({ className = '', children }: { className?: string; children: ReactNode }) {
  return <tr className={`${cardRow} phone:grid phone:gap-2 ${className}`}>{children}</tr>
}

interface CardCellProps {
  label: string
  bare?: boolean
  className?: string
  children: ReactNode
}

/** A value of a row. `bare` hides the column's name on a phone. */
export function CardCell({ label, bare, className = '', children }: CardCellProps) {
  const onPhone = bare ? 'phone:block' : 'phone:grid phone:grid-cols-[4.5rem_1fr] phone:items-baseline phone:gap-x-2'
  return (
    <td className={`py-3 pr-4 align-middle last:pr-0 phone:p-0 ${onPhone} ${className}`}>
      {!bare && (
        <span aria-hidden="true" className="text-quiet text-sm wide:hidden">
          {label}
        </span>
      )}
      <div className="min-w-0 md:max-lg:text-sm print:text-sm">{children}</div>
    </td>
  )
}

interface TableSkeletonProps {
  label: string
  rows: number
  /** Lines of a card on a phone. */
  lines: number
  /** Whether a card ends with a button. */
  button?: boolean
}

/** Placeholder for rows that are loading, at their height. */
export function TableSkeleton({ label, rows, lines, button = false }: TableSkeletonProps) {
  return (
    <div role="status" className="grid gap-4 md:gap-0">
      <span className="sr-only">{label}</span>
      <div className="h-12 border-edge border-b max-md:hidden" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="border-base-300 max-md:rounded-box max-md:border max-md:bg-card max-md:p-5 md:h-20 md:border-b md:py-4"
        >
          <div className="skeleton h-full max-md:hidden" />
          <div className="grid gap-2 md:hidden">
            {Array.from({ length: lines }, (_, line) => (
              <Bar key={line} width={line === 0 ? 'w-4/5' : 'w-3/5'} />
            ))}
            {button && <div className="skeleton h-11 w-32 rounded-field" />}
          </div>
        </div>
      ))}
    </div>
  )
}
