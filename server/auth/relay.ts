import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { ProblemError, sendProblem } from '#server/http/problem.ts'
import { tooManyMessage } from './guessing/too-many.ts'

const errorBody = z.object({
  message: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
})

/** Sends Better Auth's response without the session token. Converts an error response to a problem; `sentences` replace
 *  its messages by code.
 *  @throws ProblemError 503 if its database failed */
export async function relay(response: Response, reply: FastifyReply, sentences: Record<string, string> = {}) {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const retryAfter = response.headers.get('x-retry-after')
  if (retryAfter) reply.header('retry-after', retryAfter)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) {
    reply.type('application/json')
    return reply.code(response.status).send(JSON.stringify(body, withoutToken))
  }
  const { message, code, errors } = errorBody.catch({ message: 'The request was refused.' }).parse(body)
  // The message of Better Auth's own limits does not contain the wait.
  if (response.status === 429 && !code) return sendProblem(reply, 429, tooManyMessage(Number(retryAfter)))
  if (response.status >= 500) return sendProblem(reply, 500, 'Something went wrong on our side. Please try again.')
  // Better Auth answers 422 for a user or a session that its database did not take.
  if (code?.startsWith('FAILED_TO_'))
    throw new ProblemError(503, 'The clinic is not reachable at the moment. Please try again.')
  return sendProblem(reply, response.status, (code && sentences[code]) || message, { code, errors })
}

// The session token belongs in the httpOnly cookie only.
function withoutToken(key: string, value: unknown) {
  return key === 'token' ? undefined : value
}
