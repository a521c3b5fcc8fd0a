import { z } from 'zod'
import { doctorForm } from '#contract/doctor.ts'
import { largestPhoto } from '#contract/photo.ts'

/** The form, with the photo as the browser has it. */
export const doctorFields = doctorForm.extend({
  image: z
    .file({ error: 'Image is Required' })
    .max(largestPhoto, 'This photo is larger than 8 MB. Please choose a smaller one.')
    .optional()
    .refine((file) => file !== undefined, 'Image is Required'),
})
export type DoctorFields = z.input<typeof doctorFields>
