import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/pages.ts'

/** Why there is no row to show, and what to do next. */
export function NoDoctors({ search, page, total }: { search: string; page: number; total: number }) {
  if (search === '' && total === 0) {
    return (
      <Card title="No doctors yet" text="The clinic’s doctors will be listed here, with their photos.">
        <Link to={pages.addDoctor} className="btn btn-action mt-5">
          Add a doctor
        </Link>
      </Card>
    )
  }
  const none = total === 0
  return (
    <Card
      title={none ? `No doctor matches “${search}”.` : `There is no page ${page.toLocaleString('en-US')}.`}
      text={none ? 'Doctors are found by how the words of their names begin.' : 'The list has become shorter.'}
    >
      <Link to={pages.manageDoctors} className="btn btn-line mt-5">
        Show all doctors
      </Link>
    </Card>
  )
}

function Card({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="rounded-box border border-base-300 bg-base-200 p-8">
      <p className="[overflow-wrap:anywhere] font-bold text-lg">{title}</p>
      <p className="mt-1 text-quiet">{text}</p>
      {children}
    </div>
  )
}
