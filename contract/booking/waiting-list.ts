import { z } from 'zod/mini'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'
import { patientId } from '../patient/patient.ts'
import { unreachedReasons } from '../patient/reach.ts'

/** Why an entry of the waiting list has ended. `booked` and `moved`: the patient has an appointment that they wanted.
 *  `cancelled`: the appointment that it would have moved is cancelled. */
export const waitingEnds = [
  'left',
  'removed',
  'booked',
  'moved',
  'cancelled',
  'passed',
  'treatment-retired',
  'merged',
  'access-ended',
  'died',
] as const
export type WaitingEnd = (typeof waitingEnds)[number]

const time = (from: number, until: number) =>
  z.int('A time is needed').check(z.gte(from, 'A time from 00:00 to 24:00'), z.lte(until, 'A time from 00:00 to 24:00'))

const weekday = z
  .int('A weekday, 1 (Monday) to 7')
  .check(z.gte(1, 'A weekday, 1 (Monday) to 7'), z.lte(7, 'A weekday, 1 (Monday) to 7'))

/** What somebody waits for: a treatment with any dentist or one, on some weekdays (1, Monday, to 7) between `from` and
 *  `until` (minutes after midnight on the clinic's clock), up to a day in the medium format. */
export const wish = z.object({
  treatmentId: z.uuid({ error: 'A treatment id is needed' }),
  doctor: z.optional(z.uuid({ error: 'A dentist’s id is needed' })),
  weekdays: z.array(weekday).check(
    z.minLength(1, 'Choose at least one weekday'),
    z.maxLength(7, 'Each weekday once'),
    z.refine((days) => new Set(days).size === days.length, 'Each weekday once'),
  ),
  from: time(0, 1_439),
  until: time(1, 1_440),
  lastDay: mediumDate,
})

/** Refuses hours that end before they begin. */
export const isInOrder = z.refine<{ from: number; until: number }>(({ from, until }) => from < until, {
  error: 'Must be later than the first time',
  path: ['until'],
})

/** Body of `POST /waiting-list`. `patientId`: for whom, the account's own patient by default. `booking`: the upcoming
 *  appointment that an earlier time would replace. */
export const waitingRequest = z
  .extend(wish, {
    patientId: z.optional(patientId),
    booking: z.optional(z.uuid({ error: 'A booking’s id is needed' })),
  })
  .check(isInOrder)
export type WaitingRequest = z.infer<typeof waitingRequest>
export type WaitingForm = z.input<typeof waitingRequest>

export const shownWish = z.object({
  treatmentId: z.uuid(),
  treatment: z.string(),
  doctor: z.optional(z.object({ _id: z.uuid(), name: z.string(), works: z.boolean() })),
  weekdays: z.array(z.int()),
  from: z.int(),
  until: z.int(),
  lastDay: z.string(),
  booking: z.optional(z.object({ _id: z.uuid(), date: z.string(), slot })),
})
/** What somebody waits for, as pages show it. `works`: the dentist still performs the treatment; any dentist fits if
 *  not. */
export type ShownWish = z.infer<typeof shownWish>

/** An entry of the waiting list as the patient's account sees it. `emailed`: offers reach them by email; `because`:
 *  why not. `ended`: why it ended without their doing, in the last weeks. */
export const waitingEntry = z.extend(shownWish, {
  _id: z.uuid(),
  patientId: z.string(),
  patientName: z.string(),
  since: z.iso.datetime(),
  emailed: z.boolean(),
  because: z.optional(z.enum(unreachedReasons)),
  ended: z.optional(z.string()),
})
export type WaitingEntry = z.infer<typeof waitingEntry>

/** Response of `POST /waiting-list`. */
export const waitingJoined = z.object({ success: z.literal(true), entry: waitingEntry })

/** Response of the calls that take somebody off the list. */
export const waitingDone = z.object({ success: z.literal(true) })

/** Query of `GET /waiting-list/dentists`. */
export const dentistsQuery = z.object({ treatment: z.uuid({ error: 'A treatment id is needed' }) })

/** One of the dentists who perform a treatment. */
export const waitingDentist = z.object({ _id: z.uuid(), name: z.string() })
