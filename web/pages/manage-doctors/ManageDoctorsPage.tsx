import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ReceivedDoctor } from '#contract/doctor.ts'
import { pageSize as limit } from '#contract/kit/list.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { pages } from '#contract/site/pages.ts'
import { doctorsOf } from '#web/api/doctors.ts'
import { pageTitle } from '#web/app/page-title.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { SearchField } from '#web/ui/table/SearchField.tsx'
import { DeleteDoctor } from './DeleteDoctor.tsx'
import { DoctorsTable } from './DoctorsTable.tsx'
import { NoDoctors } from './NoDoctors.tsx'
import { useDoctorsAddress } from './use-doctors-address.ts'

export const meta = () => pageTitle('Manage Doctors')

export default function ManageDoctorsPage() {
  const { email: admin } = usePerson()
  const { view, pageAt, search, toPreviousPage } = useDoctorsAddress()
  const [doctorToDelete, setDoctorToDelete] = useState<ReceivedDoctor>()
  const heading = useRef<HTMLHeadingElement>(null)
  const doctors = useQuery(doctorsOf(admin, { ...view, limit }))
  const everybody = useQuery({ ...doctorsOf(admin, { search: '', page: 1, limit }), enabled: view.search !== '' })
  const all = view.search === '' ? doctors.data?.total : everybody.data?.total
  const first = (view.page - 1) * limit + 1
  const rows = doctors.data?.rows ?? []

  return (
    <>
      <div className="grid justify-items-start gap-4 sm:flex sm:items-center sm:justify-between">
        <h1 ref={heading} tabIndex={-1} className="page-title">
          Manage Doctors{all !== undefined && `: ${formatCount(all)}`}
        </h1>
        <Link to={pages.addDoctor} className="btn btn-line">
          Add a Doctor
        </Link>
      </div>
      <div className="mt-6 max-w-xl">
        <SearchField label="Search by name, specialty or email" value={view.search} onSearch={search} />
      </div>
      <p role="status" className="mt-4 min-h-6 text-quiet text-sm">
        {rows.length > 0 &&
          doctors.data &&
          `${formatCount(first)} to ${formatCount(first + rows.length - 1)} of ${formatCount(doctors.data.total)}` +
            (view.search === '' ? '' : ` that match “${view.search}”`)}
      </p>
      <div className="mt-2" aria-busy={doctors.isPlaceholderData}>
        {doctors.isPending && <TableSkeleton label="Loading the doctors" rows={8} lines={3} button />}
        {doctors.isError && !doctors.data && (
          <LoadError what="The doctors" error={doctors.error} onRetry={() => doctors.refetch()} />
        )}
        {doctors.data && rows.length === 0 && <NoDoctors {...view} total={doctors.data.total} />}
        {rows.length > 0 && <DoctorsTable doctors={rows} first={first} onDelete={setDoctorToDelete} />}
      </div>
      {doctors.data && <Pager page={view.page} limit={limit} total={doctors.data.total} to={pageAt} />}
      {doctorToDelete && (
        <DeleteDoctor
          key={doctorToDelete.email}
          admin={admin}
          doctor={doctorToDelete}
          onClose={() => setDoctorToDelete(undefined)}
          onDeleted={() => {
            if (rows.length === 1 && view.page > 1) toPreviousPage()
            heading.current?.focus()
          }}
        />
      )}
    </>
  )
}
