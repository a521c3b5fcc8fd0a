import type { Doctor } from '#contract/doctor.ts'
import { CardCell, CardRow, CardTable } from '#web/components/CardTable.tsx'
import { Avatar } from './Avatar.tsx'

const columns = { '#': 'w-14', Photo: 'w-20', Name: '', Specialty: 'w-2/7', Action: 'w-32' }

interface DoctorsTableProps {
  doctors: Doctor[]
  /** The number of the first of them in the whole list, from 1. */
  first: number
  onDelete: (doctor: Doctor) => void
}

/** One row a doctor. */
export function DoctorsTable({ doctors, first, onDelete }: DoctorsTableProps) {
  return (
    <CardTable columns={columns}>
      {doctors.map((doctor, at) => (
        <CardRow key={doctor._id}>
          <CardCell label="#">
            <span className="text-quiet tabular-nums">{(first + at).toLocaleString('en-US')}</span>
          </CardCell>
          <CardCell label="Photo" bare>
            <Avatar key={doctor.img} name={doctor.name} img={doctor.img} />
          </CardCell>
          <CardCell label="Name">
            <span className="[overflow-wrap:anywhere] font-medium">{doctor.name}</span>
            <span className="block [overflow-wrap:anywhere] text-quiet text-sm">{doctor.email}</span>
          </CardCell>
          <CardCell label="Specialty">{doctor.specialty || <span className="text-quiet">None</span>}</CardCell>
          <CardCell label="Action" bare>
            <button
              type="button"
              className="btn btn-line text-error max-md:mt-2"
              aria-label={`Delete ${doctor.name}`}
              onClick={() => onDelete(doctor)}
            >
              Delete
            </button>
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}
