import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calendarOf, refreshCalendar } from '#web/api/calendar.ts'
import { patchClinic } from '#web/api/clinic.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { AddDoctorForm } from '#web/ui/doctor/AddDoctorForm.tsx'
import type { StepProps } from './step.ts'
import { GoOn } from './TreatmentStep.tsx'

/** Asks for the dentists, one after the other. */
export function DentistStep({ admin, clinic, next }: StepProps) {
  const client = useQueryClient()
  const calendar = useQuery(calendarOf(admin))
  const goOn = useChange(() => patchClinic(client, admin, { setupStep: next, version: clinic.version }))
  const doctors = calendar.data?.doctors ?? []
  return (
    <>
      {doctors.length > 0 && (
        <ul className="mt-4 grid" aria-label="Dentists">
          {doctors.map(({ _id, name }) => (
            <li key={_id} className="wrap-anywhere border-base-300 border-b py-2 font-medium">
              {name}
            </li>
          ))}
        </ul>
      )}
      <AddDoctorForm admin={admin} onAdded={() => void refreshCalendar(client)} />
      <GoOn change={goOn} isEmpty={doctors.length === 0} />
    </>
  )
}
