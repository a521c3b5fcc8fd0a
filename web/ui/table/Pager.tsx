import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/count.ts'

interface PagerProps {
  page: number
  limit: number
  total: number
  /** Returns the address of a page. */
  to: (page: number) => string
}

/** Links to the previous and the next page. */
export function Pager({ page, limit, total, to }: PagerProps) {
  const last = Math.ceil(total / limit)
  if (last < 2) return null
  return (
    <nav aria-label="Pages" className="mt-6 grid grid-cols-[1fr_auto_1fr] items-center gap-4">
      <div>
        {page > 1 && (
          <Link to={to(page - 1)} className="btn btn-line">
            <ChevronLeft size={18} aria-hidden="true" />
            Previous
          </Link>
        )}
      </div>
      <span className="text-center text-quiet text-sm">
        Page {page} of {formatCount(last)}
      </span>
      <div className="text-right">
        {page < last && (
          <Link to={to(page + 1)} className="btn btn-line">
            Next
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        )}
      </div>
    </nav>
  )
}
