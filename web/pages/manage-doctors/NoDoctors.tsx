import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/count.ts'
import { pages } from '#contract/site/pages.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'

/** Shown instead of an empty table: the reason, and the next step. */
export function NoDoctors({ search, page, total }: { search: string; page: number; total: number }) {
  if (search === '' && total === 0) {
    return (
      <EmptyCard title="No doctors yet" text="The clinic’s doctors will be listed here, with their photos.">
        <Link to={pages.addDoctor} className="btn btn-action">
          Add a doctor
        </Link>
      </EmptyCard>
    )
  }
  const none = total === 0
  return (
    <EmptyCard
      title={none ? `No doctor matches “${search}”.` : `There is no page ${formatCount(page)}.`}
      text={none ? 'Try the first letters of a name, specialty or email.' : 'The list is shorter now.'}
    >
      <Link to={pages.manageDoctors} className="btn btn-line">
        Show all doctors
      </Link>
    </EmptyCard>
  )
}
