import { z } from 'zod/mini'

/** A row of the list 'Ready to open'. `sentence` says what is done or missing, `more` names what it is about. `page`:
 *  the path of the page that mends it; none if it is a setting of the server. */
const readyRow = z.object({
  title: z.string(),
  isNeeded: z.boolean(),
  isDone: z.boolean(),
  sentence: z.string(),
  more: z._default(z.array(z.string()), []),
  page: z.optional(z.string()),
})
export type ReadyRow = z.infer<typeof readyRow>

/** Response of `GET /ready`: what a clinic needs before it opens, and what is recommended. */
export const ready = z.array(readyRow)
