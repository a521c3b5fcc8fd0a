import { z } from 'zod/mini'

/** How many days before and after a patient comes of age the desk sees them listed. */
export const comingOfAgeDays = 31

/** Response of `GET /desk/coming-of-age`: the patients who come of age around today, in the order of that day,
 *  `adultOn`. `guardians`: the names of those whose accounts act for them and see nothing from that day on, until the
 *  patient agrees. Days are YYYY-MM-DD. */
export const comingOfAge = z.array(
  z.object({
    ...{ _id: z.string(), name: z.string(), birthDate: z.string(), adultOn: z.string() },
    guardians: z.array(z.string()),
  }),
)
export type ComingOfAge = z.infer<typeof comingOfAge>[number]
