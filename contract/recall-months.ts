import { z } from 'zod/mini'

/** For how many months invitations are put off. */
export const months = z.union([z.literal(1), z.literal(3)], { error: '1 or 3 months' })
export type SnoozeMonths = z.infer<typeof months>
