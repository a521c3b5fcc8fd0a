import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'

/** Stands in place of the table while the clinic has no doctors. */
export function NoDoctors() {
  return (
    <EmptyCard title="No doctors yet" text="The clinic’s doctors will be listed here, with their photos.">
      <Link to={pages.addDoctor} className="btn btn-action">
        Add a doctor
      </Link>
    </EmptyCard>
  )
}
