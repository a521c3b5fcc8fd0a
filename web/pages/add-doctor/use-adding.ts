import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DoctorForm } from '#contract/doctor.ts'
import { postDoctor, refreshDoctors } from '#web/api/doctors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { uploadPhoto } from '#web/api/photos.ts'

/** The step under way: uploading the photo, with the share sent from 0 to 1, then saving the doctor. */
export type Stage = { name: 'photo'; sent: number } | { name: 'doctor' }

/** Adds a doctor in two steps: uploads the photo, which can be cancelled, then saves the form. If only the form was corrected, the photo
 *  is not uploaded again. */
export function useAdding(admin: string) {
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>()
  const sent = useRef<{ file: File; url: string }>(undefined)
  const abort = useRef<AbortController>(undefined)

  useEffect(() => () => abort.current?.abort(), [])

  async function send(file: File) {
    if (sent.current?.file === file) return sent.current.url
    abort.current = new AbortController()
    setStage({ name: 'photo', sent: 0 })
    const { signal } = abort.current
    const onProgress = (share: number) => setStage({ name: 'photo', sent: share })
    const url = await mutate(client, () => uploadPhoto(admin, file, { signal, onProgress }))
    sent.current = { file, url }
    return url
  }

  return {
    stage,
    cancel: () => abort.current?.abort(),
    /** Makes the next attempt upload the photo again. */
    forgetPhoto: () => {
      sent.current = undefined
    },
    /** @throws an ApiError when refused, an AbortError when cancelled, another when unreached. */
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
