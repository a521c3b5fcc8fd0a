import type { Filter } from '../rules/offered-times.ts'
import { bookedOnline, type Rules, type TreatmentRule } from '../rules/rules.ts'

/** Returns the treatments that a patient asks for and books themselves, in the clinic's order: with a dentist, those
 *  that the dentist performs. */
export function treatmentsFor(rules: Rules, { treatment, doctor }: Filter): TreatmentRule[] {
  const dentist = rules.doctors.find(({ id }) => id === doctor)
  return bookedOnline(rules).filter(
    ({ id }) =>
      (treatment === undefined || id === treatment) && (doctor === undefined || dentist?.treatmentIds.has(id) === true),
  )
}

/** Returns the rules of a clinic that has only the dentist whom a patient asks for. */
export function onlyWith(rules: Rules, { doctor }: Pick<Filter, 'doctor'>): Rules {
  return doctor === undefined ? rules : { ...rules, doctors: rules.doctors.filter(({ id }) => id === doctor) }
}
