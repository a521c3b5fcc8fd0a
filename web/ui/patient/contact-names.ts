import type { ContactWay } from '#contract/patient/patient.ts'

/** The ways to reach a patient, in words, in the order in which they are chosen from. */
export const contactNames: Record<ContactWay, string> = {
  email: 'Email',
  sms: 'Text message',
  phone: 'Phone call',
  none: 'Don’t contact',
}
