import { z } from 'zod'

/** RFC 9457 problem details. `errors` names each field that was refused (400) and says why; `code` tells a program what a sign-in or a payment was refused for. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type Problem = z.infer<typeof problem>
