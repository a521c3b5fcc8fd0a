import { z } from 'zod/mini'
import { textOrNull } from './kit/absent.ts'
import { listQuery } from './kit/list.ts'
import { email } from './kit/text/email.ts'
import { plainText } from './kit/text/plain-text.ts'
import { pictureAddress } from './photo.ts'

/** The fields of a new doctor, except the photo. `specialty` is a treatment's name, or empty. */
export const doctorForm = z.object({
  name: plainText('Name is Required', 100),
  email,
  specialty: z
    .string({ error: 'The name of a treatment, or empty' })
    .check(z.maxLength(200, 'Must be 200 characters or shorter')),
})
export type DoctorForm = z.infer<typeof doctorForm>

/** Body of `POST /doctor`. `img` is the URL that `POST /image` returned, or that of a picture hosted elsewhere; null:
 *  the doctor has no picture. Without `specialty` the doctor has none. */
export const newDoctor = z.extend(doctorForm, {
  specialty: textOrNull(doctorForm.shape.specialty),
  img: z.nullable(pictureAddress),
})
export type NewDoctor = z.infer<typeof newDoctor>

/** A doctor in responses. `img` is empty without a picture. */
export const doctor = z.extend(newDoctor, {
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  specialty: z.string(),
  img: z.string(),
})

/** Query of `GET /doctor`; by default the first 1000, by name. */
export const doctorQuery = z.extend(listQuery, {
  sort: z._default(z.enum(['name', 'specialty', 'newest'], { error: 'One of: name, specialty, newest' }), 'name'),
})
export type DoctorQuery = z.infer<typeof doctorQuery>
