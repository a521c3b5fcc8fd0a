import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/count.ts'
import { EmptyCard } from '../feedback/EmptyCard.tsx'

interface NoRowsProps {
  search: string
  page: number
  total: number
  one: string
  many: string
  searched: string
  /** Shown when the list has no rows at all. */
  none?: ReactNode
}

/** Empty state of a list: the reason, and the next step. */
export function NoRows({ search, page, total, one, many, searched, none }: NoRowsProps) {
  if (search === '' && total === 0 && none) return none
  const isFound = total > 0
  return (
    <EmptyCard
      title={isFound ? `There is no page ${formatCount(page)}.` : `No ${one} matches “${search}”.`}
      text={isFound ? 'The list is shorter now.' : `Try the first letters of a ${searched}.`}
    >
      <Link to={{ search: '' }} className="btn btn-line">
        Show all {many}
      </Link>
    </EmptyCard>
  )
}
