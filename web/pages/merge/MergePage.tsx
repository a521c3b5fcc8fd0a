import { useQuery } from '@tanstack/react-query'
import { generatePath, Link, useParams } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { mergePreviewOf } from '#web/api/desk/patients.ts'
import { ApiError, refusalOf } from '#web/api/http/errors.ts'
import { usePerson } from '#web/session/use-person.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'

const useForm = loadLater(() => import('./MergeForm.tsx'))

/** Two records of one person side by side, and what stays of each when they become one. */
export default function MergePage() {
  const { email: admin } = usePerson()
  const { id = '', former = '' } = useParams()
  const preview = useQuery({
    ...mergePreviewOf(admin, id, former),
    // The choices stay while they are made. The server refuses what has changed meanwhile.
    ...{ refetchOnWindowFocus: false, refetchOnReconnect: false },
  })
  const form = useForm()
  const isRefused = preview.error instanceof ApiError && preview.error.problem.status < 500
  return (
    <>
      <Link to={generatePath(pages.patient, { id })} className="text-link">
        Patient
      </Link>
      <h1 tabIndex={-1} className="page-title mt-2">
        Merge two records
      </h1>
      {isRefused ? (
        <div className="mt-6 max-w-3xl">
          <EmptyCard title="These records can’t be merged" text={refusalOf(preview.error)} />
        </div>
      ) : (
        <LoadError what="The records" query={preview} className="mt-6" />
      )}
      {(preview.isPending || (preview.data && !form)) && (
        <div role="status" className="mt-6 max-w-4xl">
          <span className="sr-only">Loading the records</span>
          <div className="skeleton h-160" />
        </div>
      )}
      {preview.data && form && <form.MergeForm key={`${id} ${former}`} admin={admin} preview={preview.data} />}
    </>
  )
}
