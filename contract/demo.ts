import { z } from 'zod/mini'

/** What the demo has invented: nothing while there are no patients. Response of the calls about the demo. */
export const demo = z.object({ patients: z.int(), appointments: z.int(), payments: z.int() })
export type Demo = z.infer<typeof demo>
