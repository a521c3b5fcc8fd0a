import { useState } from 'react'
import { Link } from 'react-router'
import type { ReceivedDoctor } from '#contract/received-doctor.ts'
import { pages } from '#contract/site/pages.ts'
import { doctorsOf } from '#web/api/doctors.ts'
import { usePerson } from '#web/session/use-person.ts'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { ListPage } from '#web/ui/table/ListPage.tsx'

const useTable = loadLater(() => import('./DoctorsTable.tsx'))
const useDeletion = loadWhenIdle(() => import('./DeleteDoctor.tsx'))

export default function ManageDoctorsPage() {
  const { email: admin } = usePerson()
  const [doctorToDelete, setDoctorToDelete] = useState<ReceivedDoctor>()
  const [table, deletion] = [useTable(), useDeletion(doctorToDelete !== undefined)]
  return (
    <ListPage
      title="Manage Doctors"
      action={
        <Link to={pages.addDoctor} className="btn btn-line">
          Add a Doctor
        </Link>
      }
      one="doctor"
      many="doctors"
      searched="name, specialty or email"
      sorts={['name']}
      query={(view) => doctorsOf(admin, view)}
      none={table && <table.NoDoctors />}
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
          <table.DoctorsTable doctors={rows} first={first} onDelete={setDoctorToDelete} />
        ) : (
          <TableSkeleton label="Loading" rows={3} lines={3} />
        )
      }
    </ListPage>
  )
}
