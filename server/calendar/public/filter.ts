import type { TreatmentTimes } from '../rules/plan.ts'
import type { Rules, TreatmentRule } from '../rules/rules.ts'

/** What a patient asks for: the times of a treatment, and those at which a dentist is free. Ids; each is optional. */
export type Filter = { treatment?: string | undefined; doctor?: string | undefined }

/** Returns the treatments that a patient asks for, in the clinic's order: with a dentist, those that they perform. */
export function treatmentsFor({ treatments, doctors }: Rules, { treatment, doctor }: Filter): TreatmentRule[] {
  const dentist = doctors.find(({ id }) => id === doctor)
  return treatments.filter(
    ({ id }) =>
      (treatment === undefined || id === treatment) && (doctor === undefined || dentist?.treatmentIds.has(id) === true),
  )
}

/** Returns the free times that a patient asks for, of each treatment that they ask for. */
export function timesFor(times: readonly TreatmentTimes[], { treatment, doctor }: Filter): readonly TreatmentTimes[] {
  const asked = treatment === undefined ? times : times.filter((each) => each.treatment.id === treatment)
  return doctor === undefined ? asked : asked.map((each) => withDoctor(each, doctor))
}

/** Returns the rules of a clinic that has only the dentist whom a patient asks for. */
export function onlyWith(rules: Rules, { doctor }: Pick<Filter, 'doctor'>): Rules {
  return doctor === undefined ? rules : { ...rules, doctors: rules.doctors.filter(({ id }) => id === doctor) }
}

function withDoctor({ treatment, times }: TreatmentTimes, doctor: string): TreatmentTimes {
  return { treatment, times: times.filter(({ doctors }) => doctors.includes(doctor)) }
}
