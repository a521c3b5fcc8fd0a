import { z } from 'zod'
import { listQuery } from './list.ts'
import { plainText } from './plain-text.ts'
import { email } from './user.ts'

/** What is asked of a new doctor beside the photo. `specialty` is a treatment's name, or empty. */
export const doctorForm = z.object({
  name: plainText('Name is Required', 100),
  email,
  specialty: z.string({ error: 'The name of a treatment, or empty' }).max(200, 'Must be 200 characters or shorter'),
})
export type DoctorForm = z.infer<typeof doctorForm>

/** Body of `POST /doctor`. `img` is where `POST /image` said that the photo is. */
export const newDoctor = doctorForm.extend({
  img: z
    .string({ error: 'Image is Required' })
    .trim()
    .min(1, { error: 'Image is Required', abort: true })
    .max(2_000, 'Must be 2000 characters or shorter'),
})
export type NewDoctor = z.infer<typeof newDoctor>

/** A doctor as they travel. */
export const doctor = newDoctor.extend({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  specialty: z.string(),
  img: z.string(),
})
export type Doctor = z.infer<typeof doctor>

/** 201 of `POST /doctor`. */
export const doctorAdded = z.object({ insertedId: z.uuid() })

/** Answer of `DELETE /doctor/{email}`: 0 when there was none. */
export const doctorDeleted = z.object({ deletedCount: z.number().int() })

/** Query of `GET /doctor`. Without any of it: the first 1000, by name. */
export const doctorQuery = listQuery.extend({
  sort: z.enum(['name', 'specialty', 'newest'], { error: 'One of: name, specialty, newest' }).default('name'),
})
export type DoctorQuery = z.infer<typeof doctorQuery>
