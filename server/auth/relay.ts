import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { invalid, sendProblem } from '#server/http/problem.ts'
import { tooManyMessage } from './guessing/too-many.ts'

const refusal = z.object({
  message: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
})

/** Sends Better Auth's response on, without the session's secret; a refusal becomes a problem. */
export async function relay(answer: Response, reply: FastifyReply) {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const retryAfter = answer.headers.get('x-retry-after')
  if (retryAfter) reply.header('retry-after', retryAfter)
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) {
    reply.type('application/json')
    return reply.code(answer.status).send(JSON.stringify(body, withoutSecret))
  }
  const { message, code, errors } = refusal.catch({ message: 'The request was refused.' }).parse(body)
  // Better Auth knows fewer addresses than the contract: none with a '%' or an internationalized top-level domain.
  if (code === 'INVALID_EMAIL' || message.startsWith('[body.email]')) throw invalid({ email: 'Provide a valid Email' })
  // Better Auth's own limits do not say how long to wait.
  if (answer.status === 429 && !code) return sendProblem(reply, 429, tooManyMessage(Number(retryAfter)))
  if (answer.status >= 500) return sendProblem(reply, 500, 'Something went wrong on our side. Please try again.')
  return sendProblem(reply, answer.status, message, { code, errors })
}

// The session's secret belongs in the httpOnly cookie only.
function withoutSecret(key: string, value: unknown) {
  return key === 'token' ? undefined : value
}
