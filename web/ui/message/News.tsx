import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/access.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { newsCountOf, newsOf } from '#web/api/desk/news.ts'
import { clinicMomentAt, timesInText } from '#web/dates.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { auditSentence } from '../audit-sentence.ts'
import { LoadError } from '../feedback/LoadError.tsx'

/** Whether they work at the desk, which has to know. */
const mayRead = (person: SessionRecord) => can(person, 'read-news')

/** The number of things that others did since the news were last looked at. Nothing without any. */
export function NewsCount({ person, since }: { person: SessionRecord; since: string | undefined }) {
  const { data = 0 } = useQuery({ ...newsCountOf(person.email, since), enabled: mayRead(person) })
  if (data === 0) return null
  return (
    <span className="ml-auto rounded-full bg-neutral px-2 text-neutral-content text-sm tabular-nums max-lg:absolute max-lg:top-0 max-lg:right-0">
      {data > 99 ? '99+' : formatCount(data)}
      <span className="sr-only"> by others</span>
    </span>
  )
}

/** What others did in the last day. */
export function NewsList({ person }: { person: SessionRecord }) {
  const query = useQuery({ ...newsOf(person.email), refetchOnMount: 'always', enabled: mayRead(person) })
  if (!mayRead(person)) return null
  return (
    <section aria-label="By others" className="mt-3">
      <h3 className="text-base">By others</h3>
      <LoadError what="What others did" query={query} />
      {query.isPending && <div className="skeleton mt-2 h-16" />}
      {query.data?.length === 0 && <p className="mt-1 text-quiet text-sm">Nothing in the last 24 hours.</p>}
      <ul className="divide-y divide-base-300">
        {query.data?.map(({ action, target, actor, at }) => (
          <li key={`${at} ${action} ${target}`} className="wrap-anywhere py-2">
            <p>{timesInText(auditSentence(action, target))}</p>
            <p className="text-quiet text-sm">
              <bdi>{actor || 'A patient'}</bdi>, <time dateTime={at}>{clinicMomentAt(at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
