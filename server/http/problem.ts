import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Problem } from '#contract/kit/problem.ts'

type More = Pick<Problem, 'errors' | 'code'> & Record<string, unknown>

/** Thrown by a hook or a handler to answer with a problem (RFC 9457). `errors` names each field that was refused, `code` tells a
 *  program why. */
export class ProblemError extends Error {
  readonly status: number
  readonly more: More
  constructor(status: number, detail: string, more: More = {}) {
    super(detail)
    this.status = status
    this.more = more
  }
}

/** Returns a 400 that names the refused fields. `more` are extension members (RFC 9457, 3.2). */
export const invalid = (errors: Record<string, string>, more: Record<string, unknown> = {}) =>
  new ProblemError(400, sentenceOf(errors), { ...more, errors })

/** Returns the fields that a route's schema refused, with why; undefined for any other error. */
export function refusedFields(error: unknown): Record<string, string> | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  return fieldsOf(error.validation, error.validationContext ?? 'body')
}

/** Answers with a problem. `more` are extension members (RFC 9457, 3.2). */
export function sendProblem(reply: FastifyReply, status: number, detail: string, more?: Record<string, unknown>) {
  const problem = { ...problemOf(status, detail), ...more }
  return reply.code(status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}

/** Returns the problem for a status. */
export function problemOf(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}

/** Makes every error of `app` a problem. Faults of ours say nothing of their inside, in the answer or in the log. */
export function answerErrorsWithProblems(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof ProblemError) {
      if (error.status === 503) reply.header('retry-after', '10')
      return sendProblem(reply, error.status, error.message, error.more)
    }
    const errors = refusedFields(error)
    if (errors) return sendProblem(reply, 400, sentenceOf(errors), { errors })
    if (isBadText(error)) return sendProblem(reply, 400, 'The request contains characters that can not be stored.')
    if (error.statusCode && error.statusCode < 500) return sendClientFault(error, error.statusCode, reply)
    return sendFault(error, request, reply)
  })
}

function fieldsOf(validation: { instancePath: string; message?: string }[], context: string) {
  const errors: Record<string, string> = {}
  for (const { instancePath, message } of validation) {
    const field = instancePath.split('/').filter(Boolean).join('.') || context
    errors[field] ??= message ?? 'Not valid'
  }
  return errors
}

function sentenceOf(errors: Record<string, string>) {
  return Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}.`)
    .join(' ')
}

function sendClientFault(error: FastifyError, status: number, reply: FastifyReply) {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') {
    return sendProblem(reply, 400, 'The body is not valid JSON.', { errors: { body: 'Not valid JSON' } })
  }
  return sendProblem(reply, status, clientFaults[status] ?? 'The request can not be read.')
}

// Words of our own: a library's may repeat what was sent.
const clientFaults: Record<number, string> = {
  404: 'There is nothing at this address.',
  413: 'The body is larger than this call takes.',
  415: 'This call does not take a body of this type.',
}

function sendFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const fault = innermost(error)
  const status = isOutOfReach(fault) ? 503 : error.statusCode && error.statusCode > 500 ? error.statusCode : 500
  // A database error's own message, detail and query carry what patients wrote: only its code and place are logged.
  const { code, constraint } = fault as { code?: unknown; constraint?: unknown }
  request.log.error(
    {
      method: request.method,
      route: request.routeOptions.url,
      name: fault.name,
      code,
      constraint,
      stack: placeOf(error),
    },
    'request failed',
  )
  if (status === 503) {
    reply.header('retry-after', '5')
    return sendProblem(reply, 503, 'The clinic is not reachable at the moment. Nothing was changed; please try again.')
  }
  return sendProblem(reply, 500, 'Something went wrong on our side. Please try again.')
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error
}

function placeOf(error: Error) {
  return error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .join('\n')
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: text that the database's encoding can't hold
function isBadText(error: Error) {
  const { code } = innermost(error) as { code?: unknown }
  return code === '22021' || code === '22P05'
}

// Classes 08 (connection), 53 (resources) and 57P (shut down), a database closed to connections, or no connection at all.
function isOutOfReach(error: Error) {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return /^(08|53|57P|55000)|^E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/.test(code)
  return /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  )
}
