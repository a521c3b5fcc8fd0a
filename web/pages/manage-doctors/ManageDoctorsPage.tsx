import { useState } from 'react'
import { Link } from 'react-router'
import type { ReceivedDoctor } from '#contract/received-doctor.ts'
import { pages } from '#contract/site/pages.ts'
import { doctorsOf } from '#web/api/doctors.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { ListPage } from '#web/ui/table/ListPage.tsx'

const useTable = loadLater(() => import('./DoctorsTable.tsx'))
const useDeletion = loadWhenIdle(() => import('./DeleteDoctor.tsx'))

export default function ManageDoctorsPage() {
  const { email: admin } = usePerson()
  const mayChange = useMay('change-calendar')
  const [doctorToDelete, setDoctorToDelete] = useState<ReceivedDoctor>()
  const [table, deletion] = [useTable(), useDeletion(doctorToDelete !== undefined)]
  return (
    <ListPage
      title={mayChange ? 'Manage Doctors' : 'Doctors'}
      action={
        mayChange && (
          <Link to={pages.addDoctor} className="btn btn-line">
            Add a Doctor
          </Link>
        )
      }
      one="doctor"
      many="doctors"
      searched="name, specialty or email"
      sorts={['name']}
      query={(view) => doctorsOf(admin, view)}
      none={table && <table.NoDoctors mayAdd={mayChange} />}
      dialog={(onRowGone) =>
        doctorToDelete &&
        deletion && (
          <deletion.DeleteDoctor
            key={doctorToDelete.email}
            admin={admin}
            doctor={doctorToDelete}
            onClose={() => setDoctorToDelete(undefined)}
            onDeleted={onRowGone}
          />
        )
      }
    >
      {(rows, first) =>
        table ? (
          <table.DoctorsTable doctors={rows} first={first} onDelete={mayChange ? setDoctorToDelete : undefined} />
        ) : (
          <TableSkeleton label="Loading" rows={3} lines={3} />
        )
      }
    </ListPage>
  )
}
