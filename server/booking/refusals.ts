import type { NoOffer } from '#server/calendar/rules/offer.ts'
import type { Refusals } from '#server/http/refusal.ts'

/** The answers to a time that the clinic's rules do not offer. */
export const offerRefusals: Refusals<{ reason: NoOffer }> = {
  'unknown-treatment': { status: 400, field: 'treatmentId', sentence: 'The clinic does not offer this treatment' },
  'online-closed': {
    status: 409,
    sentence: 'This can’t be booked or moved online at the moment. Nothing was changed; please call us.',
  },
  'unknown-slot': {
    status: 400,
    field: 'slot',
    sentence: 'This treatment has no such slot on this day; choose another one',
  },
  'unknown-doctor': { status: 400, field: 'doctor', sentence: 'This dentist does not perform this treatment' },
  'doctor-not-there': {
    status: 400,
    field: 'doctor',
    sentence: 'This dentist does not work at this time; choose another one',
  },
  'day-closed': { status: 400, field: 'date', sentence: 'The clinic is closed on this day; choose another one' },
  'too-soon': { status: 400, field: 'slot', sentence: 'This slot begins too soon; choose a later one, or call us' },
  'slot-begun': { status: 400, field: 'slot', sentence: 'This slot has already begun; choose a later one' },
  'day-past': { status: 400, field: 'date', sentence: 'This day has passed; choose a later one' },
  'too-far-ahead': { status: 400, field: 'date', sentence: 'This day is too far ahead; choose an earlier one' },
}

/** The answers to a booking that names what it can't have. The other refusals have the shape that the specification
 *  gives them. */
export const bookingRefusals: Refusals<{ reason: NoOffer | 'too-many-upcoming' | 'unknown-patient' }> = {
  ...offerRefusals,
  'too-many-upcoming': {
    status: 400,
    field: 'patient',
    sentence: 'You have as many upcoming appointments as an account can have; call us for more',
  },
  'unknown-patient': {
    status: 404,
    sentence: 'You can’t book for this person. Reload the page to see for whom you can.',
  },
}
