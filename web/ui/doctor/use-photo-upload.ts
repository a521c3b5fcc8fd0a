import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { largestPhoto } from '#contract/photo.ts'
import { uploadPhoto } from '#web/api/photos.ts'

/** A photo that is small enough. */
export const photoFile = z
  .file({ error: 'Image is Required' })
  .check(z.maxSize(largestPhoto, 'This photo is larger than 8 MB. Please choose a smaller one.'))

/** What a photo is for, unless it is a doctor's, and which part of it stays when it is cropped. */
type Place = Pick<Parameters<typeof uploadPhoto>[2], 'use' | 'focus'>

/** Uploads photos. `sent` is the fraction sent of the one that is uploading, 0 to 1. A photo that was uploaded is not
 *  uploaded again for the same place. */
export function usePhotoUpload(admin: string) {
  const [sent, setSent] = useState<number>()
  const uploaded = useRef<{ file: File; place: Place; url: string }>(undefined)
  const abort = useRef<AbortController>(undefined)

  useEffect(() => () => abort.current?.abort(), [])

  return {
    sent,
    cancel: () => abort.current?.abort(),
    /** Makes the next attempt upload the photo again. */
    forget: () => {
      uploaded.current = undefined
    },
    /** Returns the address of the photo. @throws an ApiError when refused, an AbortError when canceled, another error
     *  when the server is not reached. */
    send: async (file: File, place: Place = {}): Promise<string> => {
      const before = uploaded.current
      if (before?.file === file && before.place.focus === place.focus) return before.url
      abort.current = new AbortController()
      setSent(0)
      const { signal } = abort.current
      try {
        const url = await uploadPhoto(admin, file, { ...place, signal, onProgress: setSent })
        uploaded.current = { file, place, url }
        return url
      } finally {
        setSent(undefined)
      }
    },
  }
}
