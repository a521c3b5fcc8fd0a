import type { Refusals } from '#server/http/refusal.ts'
import type { ClinicRefusal } from './change.ts'

/** The answers to a change of the clinic's data that is not made. */
export const clinicRefusals: Refusals<{ reason: ClinicRefusal }> = {
  'changed-meanwhile': {
    status: 409,
    sentence: 'Somebody else has changed the clinic’s data meanwhile. Nothing was saved; reload the page to see it.',
  },
  'has-payments': {
    status: 409,
    field: 'currency',
    sentence: 'The currency can’t change any more, because there are payments in the present one.',
  },
  'whole-prices': {
    status: 409,
    field: 'currency',
    sentence: 'This currency has no decimals, but some treatments have prices with decimals. Change these first.',
  },
  'unknown-photo': { status: 400, field: 'logo', sentence: 'Upload the picture first' },
  'unknown-picture': { status: 400, field: 'pictures', sentence: 'Upload the picture for this place first' },
}
