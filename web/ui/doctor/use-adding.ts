import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { type DoctorForm, doctorForm } from '#contract/doctor.ts'
import { largestPhoto } from '#contract/photo.ts'
import { postDoctor, refreshDoctors } from '#web/api/doctors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { uploadPhoto } from '#web/api/photos.ts'

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

/** The current step: uploading the photo, with the fraction sent (0 to 1), then saving the doctor. */
export type Stage = { name: 'photo'; sent: number } | { name: 'doctor' }

/** Adds a doctor in two steps: uploads the photo, which can be canceled, then saves the form. A photo that was uploaded
 *  is not uploaded again when only the form has changed. */
export function useAdding(admin: string) {
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>()
  const uploaded = useRef<{ file: File; url: string }>(undefined)
  const abort = useRef<AbortController>(undefined)

  useEffect(() => () => abort.current?.abort(), [])

  async function send(file: File) {
    if (uploaded.current?.file === file) return uploaded.current.url
    abort.current = new AbortController()
    setStage({ name: 'photo', sent: 0 })
    const { signal } = abort.current
    const onProgress = (sent: number) => setStage({ name: 'photo', sent })
    const url = await mutate(client, () => uploadPhoto(admin, file, { signal, onProgress }))
    uploaded.current = { file, url }
    return url
  }

  return {
    stage,
    cancel: () => abort.current?.abort(),
    /** Makes the next attempt upload the photo again. */
    forgetPhoto: () => {
      uploaded.current = undefined
    },
    /** @throws an ApiError when refused, an AbortError when canceled, another error when the server is not reached. */
    add: async (form: DoctorForm, image: File): Promise<void> => {
      try {
        const img = await send(image)
        setStage({ name: 'doctor' })
        await mutate(client, () => postDoctor(admin, { ...form, img }))
        void refreshDoctors(client)
      } finally {
        setStage(undefined)
      }
    },
  }
}
