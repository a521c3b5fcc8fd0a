import { z } from 'zod/mini'

/** What everyone may know of the clinic, written into each page by the server. `demo` is there only in demo mode;
 *  `outbox` where mails can be read on a page. `card` is how cards are paid with: `script` takes the place of Stripe.js where there is no account at Stripe.
 *  `publicUrl` is the origin that people use; the links call, write to and find the clinic. `hours` are when it sees patients, each as
 *  https://schema.org/openingHours writes it; `hoursInWords` the same for people, a line for each. Appointments are booked at most `horizonDays` ahead. */
export const clinic = z.object({
  name: z.string(),
  timeZone: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  hours: z.array(z.string()),
  hoursInWords: z.string(),
  horizonDays: z.number(),
  publicUrl: z.string(),
  phoneLink: z.string(),
  emailLink: z.string(),
  mapLink: z.string(),
  card: z.object({ publishableKey: z.string(), script: z.nullable(z.string()) }),
  demo: z.nullable(z.object({ email: z.string(), password: z.string(), outbox: z.boolean() })),
})
export type Clinic = z.infer<typeof clinic>
