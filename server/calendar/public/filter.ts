import type { Filter } from '../rules/offered-times.ts'
import type { Rules, TreatmentRule } from '../rules/rules.ts'

/** Returns the treatments that a patient asks for, in the clinic's order: with a dentist, those that they perform. */
export function treatmentsFor({ treatments, doctors }: Rules, { treatment, doctor }: Filter): TreatmentRule[] {
  const dentist = doctors.find(({ id }) => id === doctor)
  return treatments.filter(
    ({ id }) =>
      (treatment === undefined || id === treatment) && (doctor === undefined || dentist?.treatmentIds.has(id) === true),
  )
}

/** Returns the rules of a clinic that has only the dentist whom a patient asks for. */
export function onlyWith(rules: Rules, { doctor }: Pick<Filter, 'doctor'>): Rules {
  return doctor === undefined ? rules : { ...rules, doctors: rules.doctors.filter(({ id }) => id === doctor) }
}
