import type { Misfit } from '#contract/calendar/calendar.ts'

/** Why an appointment needs attention, as a sentence. */
export const misfitSentences: Record<Misfit, string> = {
  'clinic-closed': 'The clinic is closed then.',
  blocked: 'The clinic keeps this time free.',
  'no-doctor': 'It has no dentist, and none is free.',
  'doctor-left': 'Its dentist has left, and no other was free.',
  'doctor-not-there': 'Its dentist does not work then, and no other was free.',
  'not-performed': 'Its dentist no longer performs this treatment, and no other was free.',
  'no-chair': 'No chair for its treatment is free.',
  'patient-died': 'The patient has died.',
}
