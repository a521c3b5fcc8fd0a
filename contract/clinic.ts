import { z } from 'zod'

/** What everyone may know of the clinic, written into each page by the server. `demo` is there only in demo mode;
 *  `outbox` where mails can be read on a page. */
export const clinic = z.object({
  name: z.string(),
  timeZone: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  demo: z.object({ email: z.string(), password: z.string(), outbox: z.boolean() }).nullable(),
})
export type Clinic = z.infer<typeof clinic>
