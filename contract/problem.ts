import { z } from 'zod'

/** RFC 9457 problem details. `errors` names each field that was refused (400) and says why. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type Problem = z.infer<typeof problem>
