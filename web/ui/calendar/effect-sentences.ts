import type { ChangeEffect } from '#contract/calendar/calendar.ts'
import { formatCount } from '#contract/kit/text/count.ts'

/** Tells whether a change of the rules does anything to appointments or their patients. */
export const isAffecting = ({ moved, attention, patients }: ChangeEffect): boolean =>
  moved.count + attention.count + patients.reminded > 0

/** Says how many appointments a change of the rules affects, and how. A colon at its end introduces those that need
 *  attention. */
export function describeAppointments({ moved, attention }: ChangeEffect): string {
  const total = moved.count + attention.count
  if (total === 0) return 'No appointment is affected.'
  const sentences = [
    moved.count > 0 && attention.count > 0 && `${appointments(total)} are affected.`,
    moved.count > 0 &&
      `${appointments(moved.count)} ${moved.count === 1 ? 'keeps its' : 'keep their'} time with another dentist or chair.`,
    attention.count > 0 &&
      `${appointments(attention.count)} no longer ${attention.count === 1 ? 'fits' : 'fit'} and will be listed under Needs attention:`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Says who gets a message if patients are told; empty if nobody does. */
export function describeMessages({ patients: { emailed, texted, reminded } }: ChangeEffect): string {
  const sentences = [
    emailed > 0 && `${patients(emailed)} an email about ${emailed === 1 ? 'a' : 'their'} new dentist.`,
    texted > 0 && `${patients(texted)} a text message about ${texted === 1 ? 'a' : 'their'} new dentist.`,
    reminded > 0 && `${patients(reminded)} a reminder now, which is otherwise left out.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Introduces the patients who must be called; empty if there are none. */
export function describeCalls({ patients: { called } }: ChangeEffect): string {
  if (called.count === 0) return ''
  return called.count === 1
    ? '1 patient gets no message. Please call about the new dentist:'
    : `${formatCount(called.count)} patients get no message. Please call them about their new dentist:`
}

const appointments = (count: number) => `${formatCount(count)} ${count === 1 ? 'appointment' : 'appointments'}`
const patients = (count: number) => (count === 1 ? '1 patient gets' : `${formatCount(count)} patients get`)
