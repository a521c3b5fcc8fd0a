import type { Refusals } from '#server/http/refusal.ts'

/** The answers to a report that the caller may not read. */
export const reportRefusals: Refusals<{ reason: 'only-today' }> = {
  'only-today': {
    status: 403,
    sentence: 'Your role reads the report of today only. For other days, ask an admin or the accountant.',
  },
}
