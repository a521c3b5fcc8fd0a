import { z } from 'zod/mini'

/** Query of `DELETE /doctor/{email}`. Patients who get another dentist are told by email only with `tellPatients`. */
export const doctorDeletion = z.object({
  tellPatients: z._default(z.stringbool({ error: 'true or false' }), false),
})
