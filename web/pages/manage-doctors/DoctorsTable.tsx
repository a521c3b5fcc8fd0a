import type { Doctor } from '#contract/doctor.ts'
import { CardTable } from '#web/components/CardTable.tsx'
import { Avatar } from './Avatar.tsx'

const row =
  'border-base-300 border-b max-md:grid max-md:grid-cols-[3rem_minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-1 ' +
  'max-md:rounded-box max-md:border max-md:p-5'

const columns = { '#': 'w-12', Photo: 'w-18', Name: '', Specialty: 'w-2/7', Action: 'w-32' }

interface DoctorsTableProps {
  doctors: Doctor[]
  /** The number of the first of them in the whole list, from 1. */
  first: number
  onDelete: (doctor: Doctor) => void
}

/** One row a doctor; on a phone a card, with the photo at its side. */
export function DoctorsTable({ doctors, first, onDelete }: DoctorsTableProps) {
  return (
    <CardTable columns={columns}>
      {doctors.map((doctor, at) => (
        <tr key={doctor._id} className={row}>
          <td className="py-4 text-quiet tabular-nums max-md:col-start-3 max-md:row-start-1 max-md:p-0 max-md:text-sm">
            {(first + at).toLocaleString('en-US')}
          </td>
          <td className="py-4 max-md:row-span-2 max-md:row-start-1 max-md:p-0">
            <Avatar key={doctor.img} name={doctor.name} img={doctor.img} />
          </td>
          <td className="py-4 pr-4 [overflow-wrap:anywhere] max-md:row-start-1 max-md:p-0">
            <span className="font-medium">{doctor.name}</span>
            <span className="block text-quiet text-sm">{doctor.email}</span>
          </td>
          <td className="py-4 pr-4 max-md:col-start-2 max-md:p-0">
            {doctor.specialty || <span className="text-quiet">No specialty</span>}
          </td>
          <td className="py-4 max-md:col-start-2 max-md:mt-2 max-md:p-0">
            <button
              type="button"
              className="btn btn-line text-error"
              aria-label={`Delete ${doctor.name}`}
              onClick={() => onDelete(doctor)}
            >
              Delete
            </button>
          </td>
        </tr>
      ))}
    </CardTable>
  )
}
