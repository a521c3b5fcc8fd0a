import { useEffect, useState } from 'react'
import { generatePath, Link, useNavigate, useSearchParams } from 'react-router'
import type { PatientFound } from '#contract/patient/found.ts'
import { pages } from '#contract/site/pages.ts'
import { patientsOf } from '#web/api/desk/patient-list.ts'
import { showBirthDate } from '#web/birth-date.ts'
import { showDate } from '#web/dates.ts'
import { useMayOpen } from '#web/session/use-may-open.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useAsked } from '#web/ui/asked.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { ListPage } from '#web/ui/table/ListPage.tsx'

const sortNames = { 'last-name': 'Last name', name: 'First name', newest: 'Newest first' }
const useAdd = loadWhenIdle(() => import('./AddPatient.tsx'))

export default function PatientsPage() {
  const { email: admin } = usePerson()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const add = useAdd(isAdding)
  useAsked('add', () => setAdding(true))
  const [params, setParams] = useSearchParams()
  const [died, staff] = [params.get('died') === 'true', params.get('staff') === 'true']
  const mayImport = useMayOpen(pages.importPatients)
  const importLink = mayImport && (
    <Link to={pages.importPatients} className="btn btn-line">
      Import patients
    </Link>
  )
  const filter = (name: Filter, wanted: boolean) =>
    setParams((before) => withFilter(before, name, wanted), { preventScrollReset: true })
  const buttons = (
    <div className="flex flex-wrap gap-3">
      {importLink}
      <button type="button" className="btn btn-action" onClick={() => setAdding(true)}>
        Add patient
      </button>
    </div>
  )
  return (
    <ListPage
      title="Patients"
      action={buttons}
      one="patient"
      many="patients"
      searched="name, phone, email or birth date"
      sorts={['last-name', 'name', 'newest']}
      sortNames={sortNames}
      filter={
        <div className="flex flex-wrap gap-x-6">
          <Also label="Also those who have died" value={died} onChange={(wanted) => filter('died', wanted)} />
          <Also label="Also staff who aren’t patients" value={staff} onChange={(wanted) => filter('staff', wanted)} />
        </div>
      }
      query={(view) => patientsOf(admin, { ...view, died, staff })}
      none={
        <EmptyCard
          title="No patients yet"
          text={`Whoever books or signs up is a patient.${mayImport ? ' You can bring those of your old system, too.' : ''}`}
        >
          {importLink}
        </EmptyCard>
      }
      dialog={() =>
        isAdding &&
        add && (
          <add.AddPatient
            admin={admin}
            onAdded={(id) => void navigate(generatePath(pages.patient, { id }))}
            onClose={() => setAdding(false)}
          />
        )
      }
    >
      {(rows) => <PatientsTable patients={rows} />}
    </ListPage>
  )
}

interface AlsoProps {
  label: string
  value: boolean
  onChange: (wanted: boolean) => void
}

/** Shows people who are left out by default. */
function Also({ label, value, onChange }: AlsoProps) {
  // The address follows a moment later.
  const [isChecked, setChecked] = useState(value)
  useEffect(() => setChecked(value), [value])
  return (
    <label className="mt-2 flex min-h-11 w-fit cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="checkbox"
        checked={isChecked}
        onChange={({ target }) => {
          setChecked(target.checked)
          onChange(target.checked)
        }}
      />
      {label}
    </label>
  )
}

type Filter = 'died' | 'staff'

/** Returns the parameters of the first page with a filter, or without it. */
function withFilter(before: URLSearchParams, filter: Filter, wanted: boolean): URLSearchParams {
  const kept = [...before].filter(([name]) => name !== 'page' && name !== filter)
  return new URLSearchParams(wanted ? [...kept, [filter, 'true']] : kept)
}

/** One row per patient, with a link to their record. */
export function PatientsTable({ patients }: { patients: PatientFound[] }) {
  return (
    <CardTable columns={{ Patient: '', Born: 'md:w-1/6', Phone: 'md:w-1/5', Next: 'md:w-1/4' }}>
      {patients.map(({ _id: id, name, email, birthDate, phone, next, died }) => (
        <CardRow key={id}>
          <CardCell label="Patient" bare>
            <Link
              to={generatePath(pages.patient, { id })}
              className="text-link wrap-anywhere inline-block py-1 font-medium"
            >
              <bdi>{name}</bdi>
            </Link>
            {died && <p className="font-medium text-sm">Died</p>}
            <p className="wrap-anywhere text-quiet text-sm">{email ?? 'No email'}</p>
          </CardCell>
          <CardCell label="Born">
            <span className="whitespace-nowrap tabular-nums">
              {birthDate === undefined ? '–' : showBirthDate(birthDate)}
            </span>
          </CardCell>
          <CardCell label="Phone">{phone === undefined ? '–' : <PhoneLink phone={phone} />}</CardCell>
          <CardCell label="Next">
            {next ? (
              <>
                {showDate(next.date)}
                <span className="block text-quiet text-sm">{next.treatment}</span>
              </>
            ) : (
              <span className="text-quiet">None</span>
            )}
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}
