import { requestIdHeader } from '#contract/kit/problem.ts'
import { photoKept } from '#contract/photo.ts'
import { bearer } from '#web/api/token/token.ts'
import { parseBody, toJson } from './http/call.ts'
import { ApiError, toProblem } from './http/errors.ts'

interface Answer {
  status: number
  text: string
  headers: Headers
}

interface Upload {
  /** Called with the fraction sent so far, 0 to 1. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** Uploads a photo and returns its address. Uses XMLHttpRequest, because fetch reports no progress.
 *  @throws an ApiError when refused, an UnreadableError, the signal's reason when aborted, a TypeError when the server is not reached. */
export async function uploadPhoto(admin: string, file: File, { onProgress, signal }: Upload): Promise<string> {
  const token = await bearer(admin)
  signal.throwIfAborted()
  const form = new FormData()
  form.set('image', file)
  const { status, text, headers } = await new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/image')
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const requestId = request.getResponseHeader(requestIdHeader)
      const headers = new Headers(requestId === null ? {} : { [requestIdHeader]: requestId })
      resolve({ status: request.status, text: request.responseText, headers })
    })
    request.addEventListener('error', () => reject(new TypeError('The upload failed')))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
  if (status >= 200 && status < 300) return parseBody(photoKept, text, headers).data.url
  throw new ApiError(toProblem(status, toJson(text), headers))
}
