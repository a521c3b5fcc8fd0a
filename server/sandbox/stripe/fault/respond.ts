import type { FastifyReply } from 'fastify'
import type { Answer } from '../errors.ts'
import { noAnswer } from './fault.ts'

/** Sends an answer, or breaks the connection in its place. */
export function respond(reply: FastifyReply, answer: Answer | typeof noAnswer) {
  if (answer === noAnswer) {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  const { status, body, originalRequest } = answer
  if (originalRequest) reply.headers({ 'idempotent-replayed': 'true', 'original-request': originalRequest })
  return reply.code(status).send(body)
}
