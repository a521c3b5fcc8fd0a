import { photoKept } from '#contract/photo.ts'
import { bearer } from '#web/api/token/token.ts'
import { parseBody, toJson } from './http/call.ts'
import { ApiError, toProblem } from './http/errors.ts'
import { uploadForm } from './http/request.ts'

interface Upload {
  /** Whether it is the clinic's logo. */
  isLogo?: boolean
  /** Called with the fraction sent so far, 0 to 1. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** Uploads a photo and returns its address.
 *  @throws an ApiError when refused, an UnreadableError, the signal's reason when aborted, a TypeError when the server
 *  is not reached. */
export async function uploadPhoto(admin: string, file: File, { isLogo, onProgress, signal }: Upload): Promise<string> {
  const requestHeaders = { Accept: 'application/json', Authorization: `Bearer ${await bearer(admin)}` }
  const form = new FormData()
  form.set('image', file)
  const { status, text, headers } = await uploadForm(isLogo ? '/image?for=logo' : '/image', form, {
    headers: requestHeaders,
    onProgress,
    signal,
  })
  if (status >= 200 && status < 300) return parseBody(photoKept, text, headers).data.url
  throw new ApiError(toProblem(status, toJson(text), headers))
}
