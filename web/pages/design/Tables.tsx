import { Done } from '#web/ui/feedback/Done.tsx'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { NoRows, Pager } from '#web/ui/table/ListPage.tsx'
import { ActivityTable } from '../activity/ActivityPage.tsx'
import { AppointmentsTable } from '../dashboard/AppointmentsTable.tsx'
import { DoctorsTable, NoDoctors } from '../manage-doctors/DoctorsTable.tsx'
import { UsersTable } from '../users/UsersPage.tsx'
import { bookings, doctors, entries, users } from './examples.ts'
import { Part, State } from './Part.tsx'

/** The tables, which are cards on a phone: with rows, empty and loading. */
export function Tables() {
  return (
    <Part title="Tables">
      <State name="Appointments, unpaid and paid">
        <AppointmentsTable bookings={bookings} />
      </State>
      <State name="Users">
        <UsersTable admin="admin@example.com" users={users} />
      </State>
      <State name="Doctors">
        <DoctorsTable doctors={doctors} first={1} onDelete={() => undefined} />
      </State>
      <State name="Activity">
        <ActivityTable entries={entries} />
      </State>
      <State name="Empty">
        <NoDoctors mayAdd />
      </State>
      <State name="Nothing found">
        <NoRows search="zebra" page={1} total={0} one="doctor" many="doctors" searched="name, specialty or email" />
      </State>
      <State name="Loading">
        <TableSkeleton label="Loading the appointments" rows={2} lines={4} button />
      </State>
      <State name="Pages">
        <Pager page={2} limit={20} total={1_234} to={(page) => `?page=${page}`} />
      </State>
      <State name="Settled">
        <Done>Paid</Done>
      </State>
    </Part>
  )
}
