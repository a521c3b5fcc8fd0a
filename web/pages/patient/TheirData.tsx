import { useQueryClient } from '@tanstack/react-query'
import type { PatientRecord } from '#contract/patient/record.ts'
import { dataOfPatient, postPatientErasure, refreshPatients } from '#web/api/desk/patients.ts'
import { dataOf, postErasureOf } from '#web/api/personal-data.ts'
import { refreshUsers } from '#web/api/users.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { useMay } from '#web/session/use-may.ts'
import { DataFiles } from '#web/ui/DataFiles.tsx'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { Section } from '#web/ui/frame/Section.tsx'

/** The file of all data about a patient, and their erasure, for a person who asks for it. Nothing for staff who may do
 *  neither. */
export function TheirData({ admin, record }: { admin: string; record: PatientRecord }) {
  const { _id: id, account, fields } = record
  const client = useQueryClient()
  const mayExport = useMay('export-data')
  const mayErase = useMay('erase-account', account === undefined ? undefined : { email: account })
  if (!mayExport && !mayErase) return null

  const erase = () => (account === undefined ? postPatientErasure(admin, id) : postErasureOf(admin, account))

  return (
    <Section title="Their data">
      <p className="mt-2 max-w-text text-quiet">
        Use this when the person asks for it. Check who they are first. Activity shows what you did.
      </p>
      {mayExport && (
        <DataFiles
          load={(format) => (account === undefined ? dataOfPatient(admin, id, format) : dataOf(admin, account, format))}
        />
      )}
      {mayErase && (
        <div className="mt-4">
          <InlineConfirm
            label={account === undefined ? 'Erase this person' : 'Erase this person and their account'}
            question="Appointments stay in the books without the person. This can’t be undone."
            send={() => confirmed(erase)}
            done={`The data of ${fields.name} were erased.`}
            refresh={() => Promise.all([refreshPatients(client), refreshUsers(client)])}
          />
        </div>
      )}
    </Section>
  )
}
