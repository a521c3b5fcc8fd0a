import { useQuery } from '@tanstack/react-query'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { doctorsOn } from '#web/api/treatments.ts'
import { type Dentist, dentistAt } from './dentist-at.ts'

interface DentistQuery {
  day: IsoDate
  treatmentId: string
  slot: string
  /** Id of the dentist whom the patient chose. */
  wanted: string | undefined
}

/** Who can treat the patient; undefined while the request is under way. If it fails, any dentist. */
export function useDentist({ day, treatmentId, slot, wanted }: DentistQuery): Dentist | undefined {
  const { data: doctors, isError } = useQuery(doctorsOn(day, treatmentId))
  if (doctors) return dentistAt(doctors, slot, wanted)
  return isError ? { kind: 'any' } : undefined
}
