import { z } from 'zod/mini'

/** The response header with the id of the request. */
export const requestIdHeader = 'x-request-id'

/** Problem details (RFC 9457). `errors` has a message for each invalid field (400); `code` is the reason for
 *  programs, or the title of the status in small letters; `requestId` is the id under which the log has an error of the
 *  server (5xx). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
})
export type Problem = z.infer<typeof problem>
