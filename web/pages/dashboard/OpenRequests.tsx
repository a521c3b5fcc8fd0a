import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/kit/text/count.ts'
import { absenceRequestsOf } from '#web/api/absence-requests.ts'

/** The number of absences that dentists ask for, in the menu. Nothing without any. */
export function OpenRequests({ admin }: { admin: string }) {
  const { data } = useQuery(absenceRequestsOf(admin))
  if (!data || data.length === 0) return null
  return (
    <span className="ml-auto rounded-full bg-base-300 px-2 text-sm tabular-nums">
      {formatCount(data.length)}
      <span className="sr-only"> {data.length === 1 ? 'absence' : 'absences'} asked for</span>
    </span>
  )
}
