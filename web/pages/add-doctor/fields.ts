import { z } from 'zod/mini'
import { doctorForm } from '#contract/doctor.ts'
import { largestPhoto } from '#contract/photo.ts'

/** The fields of the form, with the photo as a file. */
export const doctorFields = z.extend(doctorForm, {
  image: z
    .optional(
      z
        .file({ error: 'Image is Required' })
        .check(z.maxSize(largestPhoto, 'This photo is larger than 8 MB. Please choose a smaller one.')),
    )
    .check(z.refine((file) => file !== undefined, 'Image is Required')),
})
export type DoctorFields = z.input<typeof doctorFields>
