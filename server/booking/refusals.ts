import type { Refusal } from './booking.ts'

/** The field and the sentence for each reason that one field of the request causes. */
export const refusals: Record<
  Exclude<Refusal['reason'], 'signed-out' | 'already-booked' | 'slot-taken' | 'price-changed'>,
  { field: string; sentence: string }
> = {
  'unknown-treatment': { field: 'treatmentId', sentence: 'There is no such treatment' },
  'unknown-slot': { field: 'slot', sentence: 'This treatment has no such slot' },
  'slot-begun': { field: 'slot', sentence: 'This slot has already begun; choose a later one' },
  'day-past': { field: 'date', sentence: 'This day has passed; choose a later one' },
  'too-far-ahead': { field: 'date', sentence: 'This day is too far ahead; choose an earlier one' },
  'too-many-upcoming': {
    field: 'patient',
    sentence: 'You have as many upcoming appointments as an account can have; call us for more',
  },
}
