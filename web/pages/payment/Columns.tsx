import type { ReactNode } from 'react'

interface ColumnsProps {
  order: ReactNode
  panel: ReactNode
  isPaid?: boolean
}

/** The order and the payment panel, side by side on a wide screen. The panel comes first once the booking is paid. */
export function Columns({ order, panel, isPaid = false }: ColumnsProps) {
  const parts = [<div key="order">{order}</div>, <div key="panel">{panel}</div>]
  return (
    <div className={`grid grid-cols-1 items-start gap-6 xl:gap-10 ${isPaid ? paidColumns : openColumns}`}>
      {isPaid ? parts.reverse() : parts}
    </div>
  )
}

const openColumns = 'xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]'
const paidColumns = 'xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]'
