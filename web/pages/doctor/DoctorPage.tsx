import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { calendarOf } from '#web/api/admin/calendar.ts'
import { pageMeta } from '#web/app/meta.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Absences } from './Absences.tsx'

const useForm = loadLater(() => import('./DoctorForm.tsx'))

export const meta = pageMeta

/** What a doctor does and when. */
export default function DoctorPage() {
  const { email: admin } = usePerson()
  const { id = '' } = useParams()
  const calendar = useQuery(calendarOf(admin))
  const { change, dialog } = useRuleChange()
  const form = useForm()
  const doctor = calendar.data?.doctors.find(({ _id }) => _id === id)
  return (
    <>
      <Link to={pages.manageDoctors} className="text-link">
        Manage Doctors
      </Link>
      <h1 className="page-title mt-2 wrap-anywhere">{doctor?.name ?? 'Doctor'}</h1>
      <LoadError what="The doctor" query={calendar} className="mt-6" />
      {(calendar.isPending || !form) && (
        <div role="status" className="mt-6 grid max-w-3xl gap-6">
          <span className="sr-only">Loading the doctor</span>
          <div className="skeleton h-180" />
          <div className="skeleton h-60" />
        </div>
      )}
      {calendar.data && !doctor && (
        <div className="mt-6">
          <EmptyCard title="There is no such doctor" text="They may have been deleted." />
        </div>
      )}
      {calendar.data && doctor && form && (
        <div className="mt-6 grid max-w-3xl gap-6">
          <form.DoctorForm
            key={JSON.stringify([doctor.name, doctor.treatmentIds, doctor.specialty, doctor.week])}
            doctor={doctor}
            treatments={calendar.data.treatments}
            clinicWeek={calendar.data.week}
            change={change}
          />
          <Absences doctor={doctor} change={change} />
        </div>
      )}
      {dialog}
    </>
  )
}
