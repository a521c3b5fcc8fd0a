import { useState } from 'react'
import { generatePath, Link, useNavigate } from 'react-router'
import type { PatientFound } from '#contract/patient/found.ts'
import { pages } from '#contract/site/pages.ts'
import { patientsOf } from '#web/api/desk/patient-list.ts'
import { showDate } from '#web/dates.ts'
import { usePerson } from '#web/session/use-person.ts'
import { PhoneLink } from '#web/ui/contact/Phone.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { ListPage } from '#web/ui/table/ListPage.tsx'

const sortNames = { name: 'Name', newest: 'Newest first' }
const useAdd = loadWhenIdle(() => import('./AddPatient.tsx'))

export default function PatientsPage() {
  const { email: admin } = usePerson()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const add = useAdd(isAdding)
  const button = (
    <button type="button" className="btn btn-action" onClick={() => setAdding(true)}>
      Add patient
    </button>
  )
  return (
    <ListPage
      title="Patients"
      action={button}
      one="patient"
      many="patients"
      searched="name, phone, email or birth date"
      sorts={['name', 'newest']}
      sortNames={sortNames}
      query={(view) => patientsOf(admin, view)}
      none={<EmptyCard title="No patients yet" text="Whoever books or signs up is a patient." />}
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

/** One row per patient, with a link to their record. */
export function PatientsTable({ patients }: { patients: PatientFound[] }) {
  return (
    <CardTable columns={{ Patient: '', Born: 'md:w-1/6', Phone: 'md:w-1/5', Next: 'md:w-1/4' }}>
      {patients.map(({ _id: id, name, email, birthDate, phone, next }) => (
        <CardRow key={id}>
          <CardCell label="Patient" bare>
            <Link
              to={generatePath(pages.patient, { id })}
              className="text-link wrap-anywhere inline-block py-1 font-medium"
            >
              <bdi>{name}</bdi>
            </Link>
            <p className="wrap-anywhere text-quiet text-sm">{email ?? 'No email'}</p>
          </CardCell>
          <CardCell label="Born">
            <span className="whitespace-nowrap tabular-nums">
              {birthDate === undefined ? '–' : showDate(birthDate)}
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
