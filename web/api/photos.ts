import type { PictureFocus } from '#contract/clinic-picture.ts'
import { type PhotoUse, photoKept } from '#contract/photo.ts'
import { bearer } from '#web/api/token/token.ts'
import { parseBody, toJson } from './http/call.ts'
import { ApiError, toProblem } from './http/errors.ts'
import { uploadForm } from './http/request.ts'

interface Upload {
  /** What it is for, unless it is a doctor's photo. */
  use?: PhotoUse
  /** Which part of a picture of the public pages stays when it is cropped. */
  focus?: PictureFocus
  /** Called with the fraction sent so far, 0 to 1. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** Uploads a photo and returns its address.
 *  @throws an ApiError when refused, an UnreadableError, the signal's reason when aborted, a TypeError when the server
 *  is not reached. */
export async function uploadPhoto(
  admin: string,
  file: File,
  { use, focus, onProgress, signal }: Upload,
): Promise<string> {
  const requestHeaders = { Accept: 'application/json', Authorization: `Bearer ${await bearer(admin)}` }
  const query = new URLSearchParams({ ...(use && { for: use }), ...(focus && { focus }) }).toString()
  const form = new FormData()
  form.set('image', file)
  const { status, text, headers } = await uploadForm(`/image${query && `?${query}`}`, form, {
    headers: requestHeaders,
    onProgress,
    signal,
  })
  if (status >= 200 && status < 300) return parseBody(photoKept, text, headers).data.url
  throw new ApiError(toProblem(status, toJson(text), headers))
}
