import { alertsOf } from '#contract/patient/alerts.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { Alerts } from '#web/ui/patient/Alerts.tsx'
import { Accesses } from './Accesses.tsx'
import { Acting } from './Acting.tsx'
import { Appointments } from './Appointments.tsx'
import { Died } from './Died.tsx'
import { Duplicates } from './Duplicates.tsx'
import { Emails } from './Emails.tsx'
import { NoteDeath } from './NoteDeath.tsx'
import { Person } from './Person.tsx'
import { Recalls } from './Recalls.tsx'
import { TheirData } from './TheirData.tsx'

/** The parts of a record; of an erased one, what is left. */
export function Sections({ admin, record }: { admin: string; record: PatientRecord }) {
  const isErased = record.erasedAt !== undefined
  return (
    <>
      <Alerts alerts={alertsOf(record.fields.alerts)} className="bg-card" />
      {record.died && <Died admin={admin} record={record} />}
      {!isErased && <Person record={record} />}
      <Appointments record={record} />
      {!isErased && (
        <>
          {!record.died && <Recalls admin={admin} record={record} />}
          <Acting admin={admin} record={record} />
          <Duplicates admin={admin} record={record} />
        </>
      )}
      <Accesses record={record} />
      {!isErased && (
        <>
          {!record.died && <NoteDeath admin={admin} record={record} />}
          <TheirData admin={admin} record={record} />
          {/* Comes late, so that nothing below it moves but the footer. */}
          <Emails admin={admin} record={record} />
        </>
      )}
    </>
  )
}
