import type { Misfit } from '#contract/calendar/calendar.ts'

const sentences: Record<Misfit, string> = {
  'clinic-closed': 'The clinic is closed then.',
  'no-doctor': 'It has no dentist, and none is free.',
  'doctor-left': 'Its dentist has left, and no other is free.',
  'doctor-not-there': 'Its dentist does not work then, and no other is free.',
  'not-performed': 'Its dentist no longer performs this treatment, and no other is free.',
  'no-chair': 'No chair is free.',
}

/** Returns why an appointment does not fit the rules, as a sentence. */
export function reasonInWords(reason: Misfit): string {
  return sentences[reason]
}
