import { toJson } from './call.ts'
import { ApiError, toProblem } from './errors.ts'

/** Fetches a file. @throws the server's refusal */
export async function fetchFile(path: string, init: RequestInit = {}): Promise<Blob> {
  const response = await fetch(path, init)
  if (response.ok) return response.blob()
  const refused = toJson(await response.text())
  throw new ApiError(toProblem(response.status, refused, response.headers))
}
