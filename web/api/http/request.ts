import { unattendedHeader } from '#contract/kit/unattended.ts'
import { learnServerTime } from '#web/server-clock.ts'
import { isAttended } from './attendance.ts'
import { currentTransport } from './transport.ts'

/** Options of fetch; its headers as an object. */
export type RequestOptions = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** Sends a request. All requests of the page go through this file, so that each learns the server's time and says
 *  whether somebody uses the page. */
export async function sendRequest(path: string, init: RequestOptions = {}): Promise<Response> {
  const answer = currentTransport()
  const response = await (answer
    ? answer(path)
    : fetch(path, { ...init, headers: { ...init.headers, ...attendance() } }))
  learnServerTime(response.headers)
  return response
}

type Upload = {
  headers: Record<string, string>
  /** Called with the fraction sent so far, 0 to 1. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** Posts a form. Uses XMLHttpRequest, because fetch reports no progress.
 *  @throws the signal's reason when aborted, a TypeError when the server is not reached. */
export async function uploadForm(path: string, form: FormData, { headers, onProgress, signal }: Upload) {
  signal.throwIfAborted()
  const answered = await new Promise<XMLHttpRequest>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const [name, value] of Object.entries({ ...headers, ...attendance() })) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve(request))
    request.addEventListener('error', () => reject(new TypeError('The upload failed')))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
  const received = headersOf(answered)
  learnServerTime(received)
  return { status: answered.status, text: answered.responseText, headers: received }
}

function attendance(): Record<string, string> {
  return isAttended() ? {} : { [unattendedHeader]: '1' }
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  return new Headers(lines.map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*:/, '')]))
}
