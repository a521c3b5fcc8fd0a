import { z } from 'zod/mini'

/** The parameter of a path that names a booking. */
export const bookingParams = z.object({ id: z.uuid('Not a booking id') })
