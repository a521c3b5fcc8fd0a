import { z } from 'zod/mini'

/** RFC 9457 problem details. `errors` names each field that was refused (400) and says why; `code` tells a program what a sign-in or a payment was refused for. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
})
export type Problem = z.infer<typeof problem>
