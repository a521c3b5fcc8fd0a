import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Calendar, CalendarDoctor } from '#contract/calendar/calendar.ts'
import { isIsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useAsked } from '#web/ui/asked.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import { rangeInWords } from '#web/ui/calendar/range.ts'
import { type ChangeRules, useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { DoctorToRead } from './DoctorToRead.tsx'

const useParts = loadLater(() => import('./parts.ts'))

/** What a doctor does and when. */
export default function DoctorPage() {
  const { email: admin } = usePerson()
  const mayChange = useMay('change-calendar')
  const { id = '' } = useParams()
  const calendar = useQuery(calendarOf(admin))
  const doctor = calendar.data?.doctors.find(({ _id }) => _id === id)
  return (
    <>
      <Link to={pages.manageDoctors} className="text-link">
        {mayChange ? 'Manage Doctors' : 'Doctors'}
      </Link>
      <h1 className="page-title mt-2 wrap-anywhere">{doctor?.name ?? 'Doctor'}</h1>
      <LoadError what="The doctor" query={calendar} className="mt-6" />
      {calendar.isPending && <Loading />}
      {calendar.data && !doctor && (
        <div className="mt-6">
          <EmptyCard title="There is no such doctor" text="They may have been deleted." />
        </div>
      )}
      {calendar.data && doctor && mayChange && <Forms admin={admin} doctor={doctor} calendar={calendar.data} />}
      {calendar.data && doctor && !mayChange && <ToRead doctor={doctor} treatments={calendar.data.treatments} />}
    </>
  )
}

/** What those see who may not change the doctor; the desk adds and removes absences. */
function ToRead({ doctor, treatments }: { doctor: CalendarDoctor; treatments: Calendar['treatments'] }) {
  const mayChange = useMay('change-availability')
  const { change, dialog } = useRuleChange()
  return (
    <div className="mt-6 grid max-w-3xl gap-6">
      <DoctorToRead doctor={doctor} treatments={treatments} />
      <Absences doctor={doctor} {...(mayChange && { change })} />
      {dialog}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="mt-6 grid max-w-3xl gap-6">
      <span className="sr-only">Loading the doctor</span>
      <div className="skeleton h-180" />
      <div className="skeleton h-60" />
    </div>
  )
}

interface FormsProps {
  admin: string
  doctor: CalendarDoctor
  calendar: Calendar
}

function Forms({ admin, doctor, calendar }: FormsProps) {
  const { change, dialog } = useRuleChange()
  const parts = useParts()?.parts
  if (!parts) return <Loading />
  return (
    <div className="mt-6 grid max-w-3xl gap-6">
      <parts.DoctorForm
        key={JSON.stringify([
          doctor.img,
          doctor.name,
          doctor.languages,
          doctor.sentence,
          doctor.treatmentIds,
          doctor.specialty,
          doctor.week,
          doctor.weekB,
        ])}
        admin={admin}
        doctor={doctor}
        treatments={calendar.treatments}
        clinicWeek={calendar.week}
        change={change}
      />
      <Absences doctor={doctor} change={change} />
      <parts.Leaving doctor={doctor} change={change} />
      <section aria-labelledby="feed" className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
        <h2 id="feed" className="text-xl">
          Calendar to subscribe to
        </h2>
        <p className="mt-2 max-w-text text-quiet">
          For the calendar app of {doctor.name}. It shows patients’ initials and how long each appointment takes.
        </p>
        <parts.FeedAddress feed={{ caller: admin, doctorId: doctor._id }} whose={`${doctor.name}’s`} />
      </section>
      {dialog}
    </div>
  )
}

const useAbsenceDialog = loadWhenIdle(() => import('#web/ui/calendar/AbsenceDialog.tsx'))

interface AbsencesProps {
  doctor: CalendarDoctor
  /** Undefined for those who only read. */
  change?: ChangeRules
}

/** Lists a doctor's absences, and adds and removes them. */
function Absences({ doctor, change }: AbsencesProps) {
  const heading = useId()
  const [isAdding, setAdding] = useState(false)
  const [day, setDay] = useState<string>()
  const form = useAbsenceDialog(isAdding)
  useAsked('absence', (params) => {
    setDay(params.get('date') ?? undefined)
    setAdding(true)
  })

  function add(change: ChangeRules, absence: Omit<CalendarDoctor['absences'][number], '_id'>) {
    const days = rangeInWords(absence.firstDay, absence.lastDay)
    return change(
      { kind: 'add-absence', doctorId: doctor._id, absence },
      {
        question: `Is ${doctor.name} absent ${days}?`,
        action: 'Add the absence',
        done: `${doctor.name} is absent ${days}`,
      },
    ).catch((error) => {
      throw toFormError(error, 'change.absence')
    })
  }

  const removing = useChange(
    async (change: ChangeRules, { _id, firstDay, lastDay }: CalendarDoctor['absences'][number]) => {
      const days = rangeInWords(firstDay, lastDay)
      await change(
        { kind: 'remove-absence', absenceId: _id },
        {
          question: `Remove the absence ${days}?`,
          action: 'Remove',
          done: `${doctor.name} works ${days}`,
          warning: `${doctor.name} can be booked on these days again.`,
        },
      )
    },
    { failsInToast: true },
  )

  return (
    <section aria-labelledby={heading} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="text-xl">
          Absences
        </h2>
        {change && (
          <button type="button" className="btn btn-line" onClick={() => setAdding(true)}>
            Add an absence
          </button>
        )}
      </div>
      {doctor.absences.length === 0 && <p className="mt-3 text-quiet">None from today on.</p>}
      <ul className="mt-3 grid">
        {doctor.absences.map((absence) => (
          <li
            key={absence._id}
            className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3"
          >
            <span className="min-w-0 flex-1 basis-56">
              {rangeInWords(absence.firstDay, absence.lastDay)}
              {absence.note && <span className="wrap-anywhere block text-quiet text-sm">{absence.note}</span>}
            </span>
            {change && (
              <BusyButton
                busy={removing.sent?.[1]._id === absence._id}
                className="btn btn-line px-4"
                onClick={() => void removing.run(change, absence)}
              >
                Remove<span className="sr-only"> {rangeInWords(absence.firstDay, absence.lastDay)}</span>
              </BusyButton>
            )}
          </li>
        ))}
      </ul>
      {isAdding && change && form && (
        <form.AbsenceDialog
          title={`Absence of ${doctor.name}`}
          submit="Add"
          noteHint="For staff only."
          {...(day !== undefined && isIsoDate(day) && { day })}
          onSave={(absence) => add(change, absence)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}
