import { toJson } from './call.ts'
import { ApiError, toProblem } from './errors.ts'
import { type RequestOptions, sendRequest } from './request.ts'

/** Fetches a file. @throws the server's refusal */
export async function fetchFile(path: string, init: RequestOptions = {}): Promise<Blob> {
  const response = await sendRequest(path, init)
  if (response.ok) return response.blob()
  const refused = toJson(await response.text())
  throw new ApiError(toProblem(response.status, refused, response.headers))
}
