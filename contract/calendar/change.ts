import { z } from 'zod/mini'
import { highestPrice } from '../kit/highest-price.ts'
import { amountWith } from '../kit/money/amount.ts'
import { optionalText, plainText, textOrEmpty } from '../kit/text/plain-text.ts'
import { addDays, mediumDate } from '../kit/time/clinic-date.ts'
import { blockFields } from './block.ts'
import { doctorFields } from './doctor-fields.ts'
import { periods, week } from './hours.ts'
import { wholeNumber } from './policy.ts'
import { policyToSet } from './policy-to-set.ts'
import { treatmentColor } from './treatment-color.ts'
import { treatmentReasons } from './visit-reason.ts'

const invitedBack = 'Invite back after 1 to 60 months, or not at all'
const recallMonths = z.int(invitedBack).check(z.gte(1, invitedBack), z.lte(60, invitedBack))

/** The fields of a treatment. `price` is in the clinic's currency. After an appointment its dentist and chair are
 *  busy for `bufferMinutes` more. Patients see the treatments of a `category` together; an empty one is none.
 *  `description` is a sentence for patients, and `reasons` are those for which it is the treatment. Patients are
 *  invited back `recallMonths` after they had it; null: they are not. Only staff book one that is not `online`. Staff
 *  see its appointments with a stripe of its `color`; null: without. What is absent stays. */
const treatmentFields = z.object({
  name: plainText('Name is Required', 100),
  price: amountWith('A price is needed', z.gte(0, 'Must not be negative'), z.lte(highestPrice, 'At most 20,000,000')),
  durationMinutes: wholeNumber(5, 480, 'minutes'),
  bufferMinutes: wholeNumber(0, 120, 'minutes'),
  category: z.optional(textOrEmpty(60)),
  description: z.optional(textOrEmpty(200)),
  reasons: z.optional(treatmentReasons),
  recallMonths: z.optional(z.nullable(recallMonths)),
  online: z.optional(z.boolean('true or false')),
  color: z.optional(treatmentColor),
})
export type TreatmentFields = z.infer<typeof treatmentFields>
/** The same before parsing, as the page sends it. */
export type TreatmentFieldsInput = z.input<typeof treatmentFields>

const id = (what: string) => z.uuid(`The id of ${what} is needed`)
const treatmentId = id('a treatment')
const doctorId = id('a doctor')
const chairId = id('a chair')

/** Days on which a doctor is absent, both included. Only staff see the note. */
export const absenceFields = z.object({ firstDay: mediumDate, lastDay: mediumDate, note: optionalText(200) }).check(
  z.refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
    error: 'Must not be before the first day',
    path: ['lastDay'],
  }),
)

/** The most days that get hours of their own at once. */
const mostDays = 100

/** A day with hours of its own; none if the clinic is closed. With `lastDay` all days up to it. Patients see the
 *  note. */
const dayFields = z
  .object({ date: mediumDate, lastDay: z.optional(mediumDate), note: optionalText(100), periods })
  .check(
    z.refine(({ date, lastDay = date }) => date <= lastDay, {
      error: 'Must not be before the first day',
      path: ['lastDay'],
    }),
    z.refine(({ date, lastDay = date }) => lastDay < addDays(date, mostDays), {
      error: `At most ${mostDays} days at once`,
      path: ['lastDay'],
    }),
  )

const chairName = plainText('Name is Required', 50)
/** The treatments for which a chair is suited; none: for all. What is absent stays. */
const chairTreatments = z.optional(z.array(treatmentId).check(z.maxLength(500, 'Too many')))
const blockId = id('a block')
const kind = <Kind extends string>(name: Kind) => ({ kind: z.literal(name) })

/** The changes of when dentists and chairs take appointments. */
const availabilityChanges = [
  z.object({ ...kind('remove-absence'), absenceId: id('an absence') }),
  z.object({ ...kind('add-block'), block: blockFields }),
  z.object({ ...kind('change-block'), blockId, block: blockFields }),
  z.object({ ...kind('remove-block'), blockId }),
] as const
const addAbsence = z.object({ ...kind('add-absence'), doctorId, absence: absenceFields })
const noSuchChange = 'There is no such change'

/** A change of the clinic's rules, by one admin. With `lastDay` a doctor works until then and leaves afterwards.
 *  `requestId`: the absence that a dentist asked for, which this accepts. */
const calendarChange = z.discriminatedUnion(
  'kind',
  [
    ...availabilityChanges,
    z.extend(addAbsence, { requestId: z.optional(id('a request')) }),
    z.object({ ...kind('set-hours'), week }),
    z.object({ ...kind('set-day'), day: dayFields }),
    z.object({ ...kind('clear-day'), date: mediumDate }),
    z.object({ ...kind('set-policy'), policy: policyToSet }),
    z.object({ ...kind('set-online-booking'), open: z.boolean('true or false') }),
    z.object({ ...kind('add-treatment'), treatment: treatmentFields }),
    z.object({ ...kind('change-treatment'), treatmentId, treatment: treatmentFields }),
    z.object({ ...kind('order-treatments'), treatmentIds: z.array(treatmentId).check(z.maxLength(500, 'Too many')) }),
    z.object({ ...kind('retire-treatment'), treatmentId }),
    z.object({ ...kind('restore-treatment'), treatmentId }),
    z.object({ ...kind('change-doctor'), doctorId, doctor: doctorFields }),
    z.object({ ...kind('remove-doctor'), doctorId, lastDay: z.optional(mediumDate) }),
    z.object({ ...kind('keep-doctor'), doctorId }),
    z.object({ ...kind('add-chair'), name: chairName, treatmentIds: chairTreatments }),
    z.object({ ...kind('rename-chair'), chairId, name: chairName, treatmentIds: chairTreatments }),
    z.object({ ...kind('retire-chair'), chairId }),
    z.object({ ...kind('restore-chair'), chairId }),
  ],
  noSuchChange,
)
export type CalendarChange = z.output<typeof calendarChange>
/** The same before parsing, as the page sends it. */
export type CalendarChangeInput = z.input<typeof calendarChange>

/** What each body has beside its change. `version` is that of the rules that the caller saw; another one is refused.
 *  With `preview` nothing changes. Patients get an email about what the change does to their appointments only with
 *  `tellPatients`. */
const circumstances = {
  version: z.int('The version of the rules is needed'),
  preview: z._default(z.boolean('true or false'), false),
  tellPatients: z._default(z.boolean('true or false'), false),
}

/** Body of `POST /calendar`. */
export const changeRequest = z.object({ ...circumstances, change: calendarChange })

/** Body of `POST /calendar/availability`. */
export const availabilityRequest = z.object({
  ...circumstances,
  change: z.discriminatedUnion('kind', [...availabilityChanges, addAbsence], noSuchChange),
})
export type AvailabilityRequest = z.input<typeof availabilityRequest>

/** Body of either call. */
export type ParsedChange = z.output<typeof changeRequest>
/** The same before parsing, as the page sends it. */
export type ChangeRequest = z.input<typeof changeRequest>
