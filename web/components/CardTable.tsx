import type { ReactNode } from 'react'

/** A table; on a phone each row is a card that keeps the column's name beside each value. `columns`: their names with the classes
 *  that size them, so that nothing moves when other rows are shown. */
export function CardTable({ columns, children }: { columns: Record<string, string>; children: ReactNode }) {
  return (
    <TableFrame>
      <table className="w-full text-left max-md:block md:table-fixed">
        <thead className="max-md:sr-only">
          <tr className="border-edge border-b">
            {Object.entries(columns).map(([column, size]) => (
              <th key={column} scope="col" className={`py-3 pr-4 font-bold text-sm last:pr-0 ${size}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-4">{children}</tbody>
      </table>
    </TableFrame>
  )
}

/** Around a table: should its letters be too large for it, it is moved sideways instead of the page. */
export function TableFrame({ children }: { children: ReactNode }) {
  return <div className="md:-m-2 md:overflow-x-auto md:p-2 print:overflow-visible">{children}</div>
}

export function CardRow({ children }: { children: ReactNode }) {
  return (
    <tr className="border-base-300 border-b max-md:grid max-md:gap-2 max-md:rounded-box max-md:border max-md:p-5">
      {children}
    </tr>
  )
}

/** A value of a row. `bare`: without the column's name on a phone. */
export function CardCell({ label, bare, children }: { label: string; bare?: boolean; children: ReactNode }) {
  const onPhone = bare ? 'max-md:block' : 'max-md:grid max-md:grid-cols-[5rem_1fr] max-md:items-baseline'
  return (
    <td className={`py-4 pr-4 align-middle last:pr-0 max-md:p-0 ${onPhone}`}>
      {!bare && (
        <span aria-hidden="true" className="text-quiet text-sm md:hidden">
          {label}
        </span>
      )}
      <div className="min-w-0 md:max-lg:text-sm">{children}</div>
    </td>
  )
}

/** What is there until the rows are: as many, about as high. */
export function TableSkeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <div role="status" className="grid gap-4 md:gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton h-46 md:h-17" />
      ))}
    </div>
  )
}
