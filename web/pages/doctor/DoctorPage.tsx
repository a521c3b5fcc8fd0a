import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Absences } from './Absences.tsx'

const useFeed = loadLater(() => import('#web/ui/appointment/FeedAddress.tsx'))
const useForm = loadLater(() => import('./DoctorForm.tsx'))

/** What a doctor does and when. */
export default function DoctorPage() {
  const { email: admin } = usePerson()
  const { id = '' } = useParams()
  const calendar = useQuery(calendarOf(admin))
  const { change, dialog } = useRuleChange()
  const form = useForm()
  const feed = useFeed()
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
          <section aria-labelledby="feed" className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
            <h2 id="feed" className="text-xl">
              Calendar to subscribe to
            </h2>
            <p className="mt-2 max-w-text text-quiet">
              For the calendar app of {doctor.name}. It shows patients’ initials and how long each appointment takes.
            </p>
            {feed ? (
              <feed.FeedAddress feed={{ caller: admin, doctorId: doctor._id }} whose={`${doctor.name}’s`} />
            ) : (
              <div className="skeleton mt-4 h-11" />
            )}
          </section>
        </div>
      )}
      {dialog}
    </>
  )
}
