import type { RefObject } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'

interface RulesHeadingProps {
  ref: RefObject<HTMLHeadingElement | null>
  title: string
  /** Undefined while it is loading. */
  count: number | undefined
  add: string
  /** Undefined for those who only read. */
  onAdd: (() => void) | undefined
}

/** The heading of a page that lists rules, with their number, and the button that adds one. The heading can take the
 *  focus from a row that goes. */
export function RulesHeading({ ref, title, count, add, onAdd }: RulesHeadingProps) {
  return (
    <div className="grid justify-items-start gap-4 sm:flex sm:flex-wrap sm:items-center sm:justify-between">
      <h1 ref={ref} tabIndex={-1} className="page-title">
        {title}
        {count !== undefined && `: ${formatCount(count)}`}
      </h1>
      {onAdd && (
        <button type="button" className="btn btn-line" disabled={count === undefined} onClick={onAdd}>
          {add}
        </button>
      )}
    </div>
  )
}
