import type { BookingOutcome } from './booking.ts'

type Reason = Extract<BookingOutcome, { ok: false }>['reason']

/** Reasons for which a request can't be carried out as it is: the field that they are about, and the sentence for it. */
export const refusals: Record<
  Exclude<Reason, 'signed-out' | 'already-booked' | 'slot-taken' | 'price-changed'>,
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
