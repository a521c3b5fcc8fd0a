import { useId } from 'react'
import type { DateColumn, DateOrder } from '#contract/patient/date-order.ts'
import { formatDay } from '#web/dates.ts'

const names: Record<DateOrder, string> = { 'month-first': 'The month comes first', 'day-first': 'The day comes first' }

interface DatesProps {
  /** What the date columns say. */
  columns: readonly DateColumn[]
  chosen: DateOrder | undefined
  onChoose: (order: DateOrder) => void
}

/** Asks in which order a file has day and month, with a few of its dates read in both orders. */
export function Dates({ columns, chosen, onChoose }: DatesProps) {
  const id = useId()
  const examples = columns.flatMap((column) => column.examples).slice(0, 3)
  const isMixed = columns.some(({ dayFirst }) => dayFirst)
  return (
    <fieldset>
      <legend className="font-medium">Does the day or the month come first in the dates?</legend>
      <p className="text-quiet text-sm">
        {isMixed
          ? 'Some dates have the day first and some the month. Those that do not fit your choice are listed afterwards.'
          : 'All dates of this file can be read in both ways.'}
      </p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {(['month-first', 'day-first'] as const).map((order) => (
          <label key={order} className="flex items-start gap-3 rounded-box border border-base-300 bg-card p-4">
            <input
              type="radio"
              name={`${id}-order`}
              className="radio shrink-0"
              checked={chosen === order}
              onChange={() => onChoose(order)}
            />
            <span>
              <span className="font-medium">{names[order]}</span>
              {examples.map(({ text, [order]: date }) => (
                <span key={text} className="block text-quiet text-sm tabular-nums">
                  {text} is {formatDay(date)}
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
