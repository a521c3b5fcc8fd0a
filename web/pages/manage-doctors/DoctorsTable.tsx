import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/count.ts'
import { smallPhotoPath } from '#contract/photo.ts'
import type { ReceivedDoctor } from '#contract/received-doctor.ts'
import { pages } from '#contract/site/pages.ts'
import { DoctorPhoto } from '#web/ui/DoctorPhoto.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { CardTable, cardRow } from '#web/ui/table/CardTable.tsx'

const row = `${cardRow} phone:grid phone:grid-cols-[3rem_minmax(0,1fr)_auto] phone:gap-x-4 phone:gap-y-1`

const columns = { '#': 'w-12', Photo: 'w-18', Name: '', Specialty: 'w-1/4', Action: 'w-52 wide:text-right' }

interface DoctorsTableProps {
  doctors: ReceivedDoctor[]
  /** The position of the first doctor in the whole list, from 1. */
  first: number
  /** Undefined for those who only read. */
  onDelete: ((doctor: ReceivedDoctor) => void) | undefined
}

/** One row per doctor; on a phone a card with the photo at its side. */
export function DoctorsTable({ doctors, first, onDelete }: DoctorsTableProps) {
  return (
    <CardTable columns={columns}>
      {doctors.map((doctor, at) => (
        <tr key={doctor.email} className={row}>
          <td className="py-3 text-quiet tabular-nums phone:col-start-3 phone:row-start-1 phone:p-0 phone:text-sm">
            {formatCount(first + at)}
          </td>
          <td className="py-3 phone:row-span-2 phone:row-start-1 phone:p-0">
            <DoctorPhoto name={doctor.name} src={smallPhotoPath(doctor.img) ?? doctor.img} size="large" />
          </td>
          <td className="py-3 pr-4 wrap-anywhere phone:row-start-1 phone:p-0">
            <span className="font-medium">{doctor.name}</span>
            <span className="block text-quiet text-sm">{doctor.email}</span>
          </td>
          <td className="py-3 pr-4 phone:col-start-2 phone:p-0">
            {doctor.specialty || <span className="text-quiet">No specialty</span>}
          </td>
          <td className="py-3 wide:text-right phone:col-start-2 phone:mt-2 phone:p-0">
            {doctor._id && (
              <Link to={pages.doctor.replace(':id', doctor._id)} className="btn btn-line mr-2">
                {onDelete ? 'Edit' : 'Details'}
                <span className="sr-only"> {doctor.name}</span>
              </Link>
            )}
            {onDelete && (
              <button
                type="button"
                className="btn btn-line text-error"
                aria-label={`Delete ${doctor.name}`}
                onClick={() => onDelete(doctor)}
              >
                Delete
              </button>
            )}
          </td>
        </tr>
      ))}
    </CardTable>
  )
}

/** Empty state of the list. */
export function NoDoctors({ mayAdd }: { mayAdd: boolean }) {
  return (
    <EmptyCard title="No doctors yet" text="The clinic’s doctors will be listed here, with their photos.">
      {mayAdd && (
        <Link to={pages.addDoctor} className="btn btn-action">
          Add a doctor
        </Link>
      )}
    </EmptyCard>
  )
}
