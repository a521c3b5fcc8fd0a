import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { tillClosesOf } from '#web/api/desk/till.ts'
import { showDate } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { differenceInWords } from './sums.ts'

/** The days that were closed, the latest first. Nothing before the first. */
export function EarlierDays({ reader, shown }: { reader: string; shown: IsoDate | undefined }) {
  const query = useInfiniteQuery(tillClosesOf(reader))
  const closes = query.data?.pages.flat()
  if (closes?.length === 0) return null
  return (
    <section aria-labelledby="earlier-days" className="mt-10 print:hidden">
      <h2 id="earlier-days" className="font-bold text-lg">
        Closed days
      </h2>
      {query.isPending && <div className="skeleton mt-3 h-24 max-w-xl" />}
      <LoadError what="The closed days" query={query} className="mt-3" />
      <ul className="mt-2 grid max-w-xl gap-1">
        {closes?.map(({ firstDay, date, expected, difference }) => {
          const iso = parseMediumDate(date)
          return (
            <li key={date} className="flex flex-wrap items-baseline gap-x-3 border-base-300 border-b py-2">
              <Link
                className="text-link"
                aria-current={iso === shown ? 'page' : undefined}
                to={`${pages.till}?date=${iso}`}
              >
                {firstDay === date ? showDate(date) : `${showDate(firstDay)} to ${showDate(date)}`}
              </Link>
              <span className="tabular-nums">{formatDollars(expected, { grouped: true })}</span>
              <span className={difference === 0 ? 'text-quiet' : 'text-error'}>{differenceInWords(difference)}</span>
            </li>
          )
        })}
      </ul>
      {query.hasNextPage && (
        <BusyButton busy={query.isFetchingNextPage} className="btn btn-line mt-4" onClick={() => query.fetchNextPage()}>
          Show earlier
        </BusyButton>
      )}
    </section>
  )
}
