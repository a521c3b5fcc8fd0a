import { z } from 'zod/mini'
import { plainText, textOrEmpty } from '../kit/text/plain-text.ts'
import { pictureOrNone } from '../photo.ts'
import { week } from './hours.ts'

const treatmentId = z.uuid('The id of a treatment is needed')

/** What a doctor does and when. Without `week` the doctor works whenever the clinic is open. With `weekB`, that one and
 *  `week` take turns: `week` is then that of weeks A. Patients see `languages`, such as `English, Spanish`, the
 *  `sentence` about the doctor and the picture `img`, or the doctor's initials if it is empty. What is absent stays. */
export const doctorFields = z
  .object({
    name: plainText('Name is Required', 100),
    treatmentIds: z
      .array(treatmentId)
      .check(z.minLength(1, 'Choose at least one treatment'), z.maxLength(200, 'Too many')),
    specialtyId: treatmentId,
    languages: z.optional(textOrEmpty(100)),
    sentence: z.optional(textOrEmpty(200)),
    img: z.optional(pictureOrNone),
    week: z.nullable(week),
    weekB: z.optional(z.nullable(week)),
  })
  .check(
    z.refine(({ week, weekB }) => week === null || [...week, ...(weekB ?? [])].some((day) => day.periods.length > 0), {
      error: 'Add working hours, or choose the clinic’s hours. For time off, add an absence.',
      path: ['week'],
    }),
    z.refine(({ week, weekB }) => week !== null || !weekB, {
      error: 'Hours of weeks B need those of weeks A',
      path: ['weekB'],
    }),
    z.refine(({ treatmentIds, specialtyId }) => treatmentIds.includes(specialtyId), {
      error: 'The specialty must be one of the treatments',
      path: ['specialtyId'],
    }),
  )
export type DoctorFields = z.infer<typeof doctorFields>
