import type { Refusal } from './book.ts'

/** The field and the sentence for each reason that one field of the request causes. */
export const refusals: Record<
  Exclude<Refusal['reason'], 'signed-out' | 'already-booked' | 'slot-taken' | 'price-changed'>,
  { field: string; sentence: string }
> = {
  'unknown-treatment': { field: 'treatmentId', sentence: 'The clinic does not offer this treatment' },
  'unknown-slot': { field: 'slot', sentence: 'This treatment has no such slot on this day; choose another one' },
  'unknown-doctor': { field: 'doctor', sentence: 'This dentist does not perform this treatment' },
  'doctor-not-there': { field: 'doctor', sentence: 'This dentist does not work at this time; choose another one' },
  'day-closed': { field: 'date', sentence: 'The clinic is closed on this day; choose another one' },
  'too-soon': { field: 'slot', sentence: 'This slot begins too soon; choose a later one, or call us' },
  'slot-begun': { field: 'slot', sentence: 'This slot has already begun; choose a later one' },
  'day-past': { field: 'date', sentence: 'This day has passed; choose a later one' },
  'too-far-ahead': { field: 'date', sentence: 'This day is too far ahead; choose an earlier one' },
  'too-many-upcoming': {
    field: 'patient',
    sentence: 'You have as many upcoming appointments as an account can have; call us for more',
  },
}
