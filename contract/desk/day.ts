import { z } from 'zod/mini'
import { misfit } from '../calendar/calendar.ts'
import { periods } from '../calendar/hours.ts'
import { treatmentColors } from '../calendar/treatment-color.ts'
import { amount } from '../kit/money/amount.ts'
import { optionalText, plainText } from '../kit/text/plain-text.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'
import { deskReach } from '../patient/reach.ts'
import { paymentMethod } from './payment.ts'

/** States of an appointment that staff can set; a cancellation is a call of its own. */
const settableStatuses = ['booked', 'arrived', 'done', 'no-show'] as const

/** States of an appointment. */
export const appointmentStatuses = [...settableStatuses, 'cancelled'] as const
export const appointmentStatus = z.enum(appointmentStatuses)
export type AppointmentStatus = z.infer<typeof appointmentStatus>

/** An appointment as staff see it. `date` in the medium format, instants in ISO 8601, amounts in dollars. Doctor and
 *  chair are busy until `busyUntil`. `note` is the clinic's own, `overrideReason` says why staff keep it in spite of
 *  the rules. `patient` is an email, `patientId` their record. `doctorId` and `doctor`, a name, are absent if it has
 *  none. `received` is what was paid so far, `owed` what is still to pay, `surplus` what was paid beyond the charges,
 *  `refunding` is on its way back to the patient, `refunded` has arrived. `noShowCharged`: of a no-show, whether staff
 *  have decided about its fee. Callers who may not read payments get neither `paid` nor an amount. `attention`: why it
 *  does not fit the rules, in the answer about a day. `reach`: how the patient hears of a change by the clinic.
 *  `alerts` of the patient, for callers who may know them; absent if there are none. `color`: that of its treatment. */
const deskAppointment = z.object({
  _id: z.uuid(),
  patientId: z.optional(z.string()),
  patient: z.string(),
  patientName: z.string(),
  phone: z.string(),
  treatmentId: z.uuid(),
  treatment: z.string(),
  doctorId: z.optional(z.uuid()),
  doctor: z.optional(z.string()),
  chair: z.optional(z.string()),
  date: z.string(),
  slot,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  busyUntil: z.iso.datetime(),
  status: appointmentStatus,
  statusAt: z.optional(z.iso.datetime()),
  paid: z.optional(z.boolean()),
  price: z.optional(z.number()),
  received: z.optional(z.number()),
  owed: z.optional(z.number()),
  surplus: z.optional(z.number()),
  noShowCharged: z.optional(z.boolean()),
  refunding: z.optional(z.number()),
  refunded: z.optional(z.number()),
  note: z.string(),
  overridden: z.boolean(),
  overrideReason: z.optional(z.string()),
  sequence: z.int(),
  reach: deskReach,
  attention: z.optional(misfit),
  alerts: z.optional(z.array(z.string())),
  color: z.optional(z.enum(treatmentColors)),
})
export type DeskAppointment = z.infer<typeof deskAppointment>

/** A part of the day that is kept free of appointments, in minutes after midnight. `chair`: its name. */
const deskBlock = z.object({
  ...{ _id: z.uuid(), doctorId: z.optional(z.uuid()), chair: z.optional(z.string()) },
  ...{ from: z.int(), until: z.int(), reason: z.string() },
})
export type DeskBlock = z.infer<typeof deskBlock>

/** A refund of any day that goes back by hand, in dollars. `patientId` is the record of whom it goes to. */
const moneyToGiveBack = z.object({
  ...{ _id: z.uuid(), patientId: z.string(), patientName: z.string(), phone: z.string() },
  ...{ amount: z.number(), method: paymentMethod },
})

/** Response of `GET /desk/day`. `hours` are the clinic's, empty if it is closed; `note` is what patients see about this
 *  day. `doctors` are those who work at the clinic, by name, each with the hours in which they see patients; `absent`:
 *  away that day. `blocks` keep a dentist, a chair or, with neither, everyone from appointments. `appointments` include
 *  cancelled ones and are in order of their start. `toGiveBack`: for callers who refund, the first fifty. */
export const deskDay = z.object({
  date: z.string(),
  hours: periods,
  note: z.string(),
  gridMinutes: z.int(),
  doctors: z.array(z.object({ _id: z.uuid(), name: z.string(), hours: periods, absent: z.boolean() })),
  blocks: z._default(z.array(deskBlock), []),
  appointments: z.array(deskAppointment),
  toGiveBack: z.optional(z.array(moneyToGiveBack)),
})
export type DeskDay = z.infer<typeof deskDay>
export type DeskDoctor = DeskDay['doctors'][number]

export const settableStatus = z.enum(settableStatuses, { error: 'booked, arrived, done or no-show' })
export type SettableStatus = z.infer<typeof settableStatus>

/** Body of `PATCH /desk/appointments/{id}/status`. `from` is the status that the page showed. */
export const statusRequest = z.object({ status: settableStatus, from: settableStatus })
export type StatusRequest = z.infer<typeof statusRequest>

/** Body of `PATCH /desk/appointments/{id}/note`. With `former`, the note that the page showed, a note that somebody
 *  else has changed stays. */
export const noteRequest = z.object({ note: optionalText(200), former: z.optional(z.string().check(z.maxLength(200))) })
export type NoteRequest = z.input<typeof noteRequest>

/** Body of `PATCH /desk/appointments/{id}/time`. `doctor` is the id of the only dentist who may take it. With
 *  `override`, it may break the clinic's rules, overlap and be the patient's second of its treatment that day; then
 *  only the start of `slot` counts, and without `doctor` the dentist stays, or is missing if somebody performs the
 *  treatment and it has none. */
export const deskMoveRequest = z.object({
  date: mediumDate,
  slot,
  doctor: z.optional(z.uuid({ error: 'A dentist’s id is needed' })),
  override: z.optional(z.object({ note: plainText('Say why', 200) })),
})
export type DeskMoveForm = z.input<typeof deskMoveRequest>

/** Body of `PATCH /desk/appointments/{id}/treatment`: what it becomes, at the same start, and its price in dollars.
 *  `from` is the treatment that the page showed. Without `doctor` the dentist stays. With `override`, it may break the
 *  clinic's rules, overlap and be the patient's second of the treatment that day; then it needs a dentist if somebody
 *  performs that. */
export const treatmentChange = z.object({
  treatmentId: z.uuid({ error: 'A treatment is needed' }),
  from: z.uuid(),
  price: amount,
  doctor: z.optional(z.uuid({ error: 'A dentist’s id is needed' })),
  override: z.optional(z.object({ note: plainText('Say why', 200) })),
})
export type TreatmentChange = z.input<typeof treatmentChange>

/** Response of `GET /desk/appointments/{id}/treatments`: what an appointment can become at its start. `fits`: the rules
 *  and the other appointments permit it. `conflicts`: the appointments of its dentist or its patient that it would
 *  overlap. `sameDay`: when the patient has that treatment on its day already, which needs an override too. */
export const treatmentChoices = z.array(
  z.object({
    ...{ _id: z.uuid(), name: z.string(), price: z.number(), minutes: z.int(), slot, fits: z.boolean() },
    conflicts: z.array(z.object({ patientName: z.string(), slot })),
    sameDay: z.optional(slot),
  }),
)
export type TreatmentChoice = z.infer<typeof treatmentChoices>[number]

/** Response of the calls that change an appointment: the appointment afterwards. */
export const changedAppointment = z.object({ success: z.literal(true), appointment: deskAppointment })
