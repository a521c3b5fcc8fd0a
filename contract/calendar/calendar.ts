import { z } from 'zod/mini'
import { periods, week } from './hours.ts'
import { policy } from './policy.ts'
import { treatmentColors } from './treatment-color.ts'
import { treatmentReasons } from './visit-reason.ts'

const medium = z.string()

const treatment = z.object({
  _id: z.uuid(),
  name: z.string(),
  price: z.number(),
  durationMinutes: z.int(),
  bufferMinutes: z.int(),
  category: z._default(z.string(), ''),
  description: z._default(z.string(), ''),
  reasons: z._default(treatmentReasons, []),
  retired: z.boolean(),
  recallMonths: z.optional(z.nullable(z.int())),
  online: z._default(z.boolean(), true),
  color: z._default(z.nullable(z.enum(treatmentColors)), null),
})

const doctor = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  specialty: z.string(),
  languages: z._default(z.string(), ''),
  sentence: z._default(z.string(), ''),
  img: z._default(z.string(), ''),
  treatmentIds: z.array(z.uuid()),
  week: z.nullable(week),
  weekB: z.optional(week),
  absences: z.array(z.object({ _id: z.uuid(), firstDay: medium, lastDay: medium, note: z.string() })),
  lastDay: z.optional(medium),
})

/** See `blockFields`. */
const block = z.object({
  _id: z.uuid(),
  doctorId: z.optional(z.uuid()),
  chairId: z.optional(z.uuid()),
  firstDay: medium,
  lastDay: z.optional(medium),
  from: z.int(),
  until: z.int(),
  weekdays: z.array(z.int()),
  reason: z.string(),
})
export type CalendarBlock = z.infer<typeof block>

export type CalendarTreatment = z.infer<typeof treatment>
export type CalendarDoctor = z.infer<typeof doctor>

/** Response of `GET /calendar`: the clinic's rules as admins edit them. Days in the medium format, from today on;
 *  prices in dollars. Retired treatments and chairs are included, and blocks that have not ended. `lastDay`: that of a
 *  doctor who leaves. `weekB`: the hours of weeks B, if these and those of `week` take turns. `treatmentIds` of a chair
 *  are those for which it is suited; none if it is for all. `img`: empty without a picture. `needAttention` is the
 *  number of appointments that do not fit the rules. */
export const calendar = z.object({
  version: z.int(),
  policy,
  week,
  days: z.array(z.object({ date: medium, note: z.string(), periods })),
  treatments: z.array(treatment),
  doctors: z.array(doctor),
  chairs: z.array(
    z.object({
      _id: z.uuid(),
      name: z.string(),
      retired: z.boolean(),
      treatmentIds: z._default(z.array(z.uuid()), []),
    }),
  ),
  blocks: z._default(z.array(block), []),
  needAttention: z.int(),
})
export type Calendar = z.infer<typeof calendar>

/** Why an appointment needs attention: it does not fit the rules, or its patient has died. */
export const misfit = z.enum([
  'clinic-closed',
  'blocked',
  'no-doctor',
  'doctor-left',
  'doctor-not-there',
  'not-performed',
  'no-chair',
  'patient-died',
])
export type Misfit = z.infer<typeof misfit>

/** An appointment that a change of the rules concerns. */
export const affected = z.object({
  _id: z.uuid(),
  date: medium,
  slot: z.string(),
  treatment: z.string(),
  patientName: z.string(),
})

/** The most appointments that each list of `changeEffect` has. */
export const maxListed = 100

/** Response of `POST /calendar`: the version of the changed rules, the appointments that another dentist or chair takes
 *  over, with the name of that dentist, and those that fit the rules no longer. Of thousands it has the first, in order
 *  of their start, and the number of all. `patients` are those whom `tellPatients` concerns: `emailed` and `texted` get
 *  a message about their new dentist, `called` must be called, and `reminded` get a reminder at once, because the
 *  clinic reminds earlier. */
export const changeEffect = z.object({
  version: z.int(),
  moved: z.object({ count: z.int(), first: z.array(z.extend(affected, { doctor: z.optional(z.string()) })) }),
  attention: z.object({ count: z.int(), first: z.array(z.extend(affected, { reason: misfit })) }),
  patients: z.object({
    emailed: z.int(),
    texted: z._default(z.int(), 0),
    called: z.object({ count: z.int(), first: z.array(z.extend(affected, { phone: z.string() })) }),
    reminded: z.int(),
  }),
})
export type ChangeEffect = z.infer<typeof changeEffect>
