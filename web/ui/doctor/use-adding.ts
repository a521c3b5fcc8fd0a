import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { type DoctorForm, doctorForm } from '#contract/doctor.ts'
import { postDoctor, refreshDoctors } from '#web/api/doctors.ts'
import { photoFile, usePhotoUpload } from './use-photo-upload.ts'

/** The fields of the form, with the photo as a file. */
const doctorFields = z.extend(doctorForm, { image: z.optional(photoFile) })
export type DoctorFields = z.input<typeof doctorFields>

/** The same if the photo is required. */
const doctorWithPhoto = z.extend(doctorForm, {
  image: doctorFields.shape.image.check(z.refine((file) => file !== undefined, 'Image is Required')),
})

/** Returns the schema of the form. */
export const schemaOf = ({ withoutPhoto }: { withoutPhoto: boolean }) => (withoutPhoto ? doctorFields : doctorWithPhoto)

/** The current step: uploading the photo, with the fraction sent (0 to 1), then saving the doctor. */
export type Stage = { name: 'photo'; sent: number } | { name: 'doctor' }

/** Adds a doctor in two steps: uploads the photo, if there is one, which can be canceled, then saves the form. A photo
 *  that was uploaded is not uploaded again when only the form has changed. */
export function useAdding(admin: string) {
  const client = useQueryClient()
  const { sent, send, cancel, forget } = usePhotoUpload(admin)
  const [isAdding, setAdding] = useState(false)
  const adding: Stage | undefined = isAdding ? { name: 'doctor' } : undefined
  const stage: Stage | undefined = sent === undefined ? adding : { name: 'photo', sent }

  return {
    stage,
    cancel,
    forgetPhoto: forget,
    /** @throws an ApiError when refused, an AbortError when canceled, another error when the server is not reached. */
    add: async (form: DoctorForm, image: File | undefined): Promise<void> => {
      setAdding(true)
      try {
        const img = image ? await send(image) : null
        await postDoctor(admin, { ...form, img })
        void refreshDoctors(client)
      } finally {
        setAdding(false)
      }
    },
  }
}
