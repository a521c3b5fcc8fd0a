import type { DeskAppointment } from '#contract/desk/day.ts'

/** The word that finds the appointments about whose money the desk has something to do. */
export const unpaid = 'unpaid'

/** Tells whether an appointment is over and something is owed for it. */
export function isMoneyToDo({ status, owed = 0 }: DeskAppointment): boolean {
  return owed > 0 && (status === 'done' || status === 'no-show')
}
