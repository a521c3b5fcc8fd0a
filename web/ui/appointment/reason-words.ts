import type { VisitReason } from '#contract/calendar/visit-reason.ts'

/** What patients say they need. */
export const reasonWords: Record<VisitReason, string> = {
  'check-up': 'Check-up',
  pain: 'Pain',
  'broken-tooth': 'Broken tooth',
  child: 'Child',
  'whiter-teeth': 'Whiter teeth',
}
