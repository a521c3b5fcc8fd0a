import { useRef, useState } from 'react'
import { generatePath, Link, useNavigate } from 'react-router'
import type { PatientRecord } from '#contract/patient/record.ts'
import { pages } from '#contract/site/pages.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Section } from '#web/ui/frame/Section.tsx'
import { sameNames } from '#web/ui/patient/DuplicateChoice.tsx'
import { PatientCombobox } from '#web/ui/patient/PatientCombobox.tsx'
import { Joins } from './Joins.tsx'

interface DuplicatesProps {
  admin: string
  record: PatientRecord
}

/** Records that are probably of the same person, and the way to make one of two. */
export function Duplicates({ admin, record }: DuplicatesProps) {
  const { _id: id, duplicates, fields } = record
  const [isSearching, setSearching] = useState(false)
  return (
    <Section
      title="Probably the same person"
      action={
        <button type="button" className="btn btn-line" onClick={() => setSearching(true)}>
          Merge with…
        </button>
      }
    >
      {duplicates.length === 0 && <p className="mt-3 text-quiet">No other record looks like this one.</p>}
      <ul className="mt-2">
        {duplicates.map(({ _id, name, phone, email, same, died }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <Link to={generatePath(pages.patient, { id: _id })} className="text-link wrap-anywhere font-medium">
                {name}
              </Link>
              <p className="wrap-anywhere text-quiet text-sm">
                {[died && 'Died', phone, email].filter(Boolean).join(' · ')}
              </p>
              <p className="text-sm">{same.map((each) => sameNames[each]).join(', ')}</p>
            </div>
            <Link to={generatePath(pages.mergePatients, { id, former: _id })} className="btn btn-line">
              Merge…<span className="sr-only"> {name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Joins admin={admin} record={record} />
      {isSearching && <ChooseRecord admin={admin} id={id} name={fields.name} onClose={() => setSearching(false)} />}
    </Section>
  )
}

interface ChooseRecordProps {
  admin: string
  id: string
  name: string
  onClose: () => void
}

function ChooseRecord({ admin, id, name, onClose }: ChooseRecordProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  return (
    <FormDialog
      ref={dialog}
      title={`Merge with ${name}`}
      text="Choose the other record of this person. You see both before anything changes."
      onClose={onClose}
    >
      <div className="mt-4 min-h-80">
        <PatientCombobox
          admin={admin}
          label="The other record"
          field={field}
          exceptId={id}
          died
          onChoose={({ _id: former }) => {
            dialog.current?.close()
            void navigate(generatePath(pages.mergePatients, { id, former }))
          }}
        />
      </div>
    </FormDialog>
  )
}
