import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, Link, Navigate, useParams } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { recordOf } from '#web/api/desk/patients.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { clinicDayInText } from '#web/dates.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { asking } from '#web/ui/asked.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'

const useSections = loadLater(() => import('./Sections.tsx'))
const useEdit = loadWhenIdle(() => import('./EditDialog.tsx'))
const useNotes = loadWhenIdle(() => import('./NotesDialog.tsx'))

/** The record of a patient: who they are, how to reach them, and what the clinic has of them. */
export default function PatientPage() {
  const { email: admin } = usePerson()
  const { id = '' } = useParams()
  const record = useQuery(recordOf(admin, id))
  const sections = useSections()
  const [isEditing, setEditing] = useState(false)
  const mayBook = useMay('book-for-patient')
  const { data } = record
  const edit = useEdit(isEditing && !data?.died)
  const notes = useNotes(isEditing && data?.died !== undefined)
  const Dialog = isEditing && (data?.died ? notes?.NotesDialog : edit?.EditDialog)
  // The record was merged into another.
  if (data && data._id !== id) return <Navigate to={generatePath(pages.patient, { id: data._id })} replace />
  const isUnknown = record.error instanceof ApiError && record.error.problem.status === 404
  const isErased = data?.erasedAt !== undefined
  return (
    <>
      <Link to={pages.patients} className="text-link">
        Patients
      </Link>
      <div className="mt-2 flex max-w-3xl flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="page-title wrap-anywhere">
          {isErased ? 'Erased' : (data?.fields.name ?? 'Patient')}
        </h1>
        {data && !isErased && (
          <div className="flex flex-wrap gap-3">
            <button type="button" className="btn btn-line" onClick={() => setEditing(true)}>
              {data.died ? 'Edit the notes' : 'Edit'}
            </button>
            {mayBook && !data.died && (
              <Link to={asking(pages.day, 'new', { patient: data._id })} className="btn btn-action">
                New appointment
              </Link>
            )}
          </div>
        )}
      </div>
      {isUnknown ? (
        <div className="mt-6">
          <EmptyCard title="There is no such patient" text="Search by name, phone number, email or birth date.">
            <Link to={pages.patients} className="btn btn-line">
              Show all patients
            </Link>
          </EmptyCard>
        </div>
      ) : (
        <LoadError what="The record" query={record} className="mt-6" />
      )}
      {(record.isPending || (data && !sections)) && (
        <div role="status" className="mt-6 grid max-w-3xl gap-6">
          <span className="sr-only">Loading the record</span>
          <div className="skeleton h-80" />
          <div className="skeleton h-60" />
        </div>
      )}
      {data?.erasedAt && <Erased at={data.erasedAt} />}
      {data && sections && (
        <div className="mt-6 grid max-w-3xl gap-6">
          <sections.Sections admin={admin} record={data} />
        </div>
      )}
      {data && Dialog && <Dialog admin={admin} record={data} onClose={() => setEditing(false)} />}
    </>
  )
}

function Erased({ at }: { at: string }) {
  return (
    <div className="mt-6 max-w-3xl">
      <EmptyCard
        title="This person’s data were erased"
        text={`That was on ${clinicDayInText(at)}. Their appointments stay in the clinic’s books without the person.`}
      />
    </div>
  )
}
